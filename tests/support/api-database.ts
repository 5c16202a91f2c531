import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createUser, findUserByEmail } from '../../local/auth/users.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { testBackend } from '../../scripts/lib/test-app.ts'

/** A connection to the test app's database as the schema owner. */
export function appDatabase(): pg.Pool {
  return new pg.Pool({ connectionString: testBackend().databaseUrl, max: 2, allowExitOnIdle: true })
}

/** Creates the account <name>@demo.test: an active member of a role of that name with only these permissions. */
export async function ensureMember(
  database: pg.Pool,
  name: string,
  permissions: readonly string[] = [],
  { secondFactor = false } = {},
): Promise<string> {
  const email = `${name}@demo.test`
  const account =
    (await findUserByEmail(database, email)) ??
    // Another test file may create it at the same time.
    (await createUser(database, { email, password: DEMO_PASSWORD, emailConfirmed: true }).catch(
      async (error: unknown) => {
        const made = await findUserByEmail(database, email)
        if (made) return made
        throw error
      },
    ))
  await database.query(
    'insert into public.roles (name, second_factor) values ($1, $2) on conflict (name) do nothing',
    [name, secondFactor],
  )
  await database.query(
    `insert into public.role_permissions (role, section, action)
     select $1, split_part(p, '.', 1), split_part(p, '.', 2) from unnest($2::text[]) p on conflict do nothing`,
    [name, permissions],
  )
  await database.query(
    `insert into public.members (user_id, user_role, email, full_name) values ($1, $2, $3, $2)
     on conflict (user_id) do nothing`,
    [account.id, name, email],
  )
  return account.id
}

/**
 * The name of a new account like those of `ensureMember`, whose requests no limit has counted yet: the app's servers count in their
 * memory, too.
 */
export async function newMember(
  database: pg.Pool,
  permissions: readonly string[],
): Promise<`made-${string}`> {
  const name = `made-${randomBytes(8).toString('hex')}` as const
  await ensureMember(database, name, permissions)
  return name
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
