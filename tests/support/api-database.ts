import pg from 'pg'
import { createUser, findUserByEmail } from '../../local/auth/users.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { testBackend } from '../../scripts/lib/test-app.ts'

/** The database behind the test app, as the owner of the schema. */
export function appDatabase(): pg.Pool {
  return new pg.Pool({ connectionString: testBackend().databaseUrl, max: 2, allowExitOnIdle: true })
}

/** Makes the account powerless@demo.test: an active member whose role has no permission at all. */
export async function ensurePowerlessMember(database: pg.Pool): Promise<void> {
  const email = 'powerless@demo.test'
  const account =
    (await findUserByEmail(database, email)) ??
    // Another file of tests may make it at the same moment.
    (await createUser(database, { email, password: DEMO_PASSWORD, emailConfirmed: true }).catch(
      async (error: unknown) => {
        const made = await findUserByEmail(database, email)
        if (made) return made
        throw error
      },
    ))
  await database.query("insert into public.roles (name) values ('powerless') on conflict (name) do nothing")
  await database.query(
    `insert into public.members (user_id, user_role, email, full_name) values ($1, 'powerless', $2, 'Powerless')
     on conflict (user_id) do nothing`,
    [account.id, email],
  )
}

/** Two tenants of the demo data and one portal user of each who has not accepted. */
export async function twoTenants(database: pg.Pool): Promise<{ tenant: string; user: string }[]> {
  const { rows } = await database.query<{ tenant: string; user: string }>(`
    select distinct on (u.tenant_id) u.tenant_id as tenant, u.id as user
    from public.portal_users u join public.companies c on c.domain_uuid = u.tenant_id
    where c.name in ('Oakmont Property Group', 'Cedar Ridge Logistics') and u.enabled and u.accepted_at is null
    order by u.tenant_id, u.id`)
  if (rows.length !== 2) throw new Error('The demo data lacks portal users of two tenants.')
  return rows
}
