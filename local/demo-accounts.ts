import type pg from 'pg'
import { checkPassword } from './auth/users.ts'
import { withClient } from './database.ts'
import { DEMO_PASSWORD } from './keys.ts'

/** The demo accounts. The seed refers to their ids; their member records hold their roles. */
export const DEMO_ACCOUNTS = [
  { id: '00000000-0000-4000-8000-000000000001', email: 'superadmin@demo.test' },
  { id: '00000000-0000-4000-8000-000000000002', email: 'admin@demo.test' },
  { id: '00000000-0000-4000-8000-000000000003', email: 'tech@demo.test' },
  { id: '00000000-0000-4000-8000-000000000004', email: 'disabled@demo.test' },
  { id: '00000000-0000-4000-8000-000000000005', email: 'nomember@demo.test' },
] as const

/** bcrypt of DEMO_PASSWORD, fixed so that a first start does not spend time on hashing; at its least cost, since anybody may know it. */
const DEMO_PASSWORD_HASH = '$2a$04$WOy/36k5SqW40C4C/OfF/Op38atxuAUmAIRg1dmPjoRMYBliBP7eq'

/** Creates the demo accounts and their email identities; existing ones are not touched. */
export async function createDemoAccounts(client: pg.Client): Promise<void> {
  for (const { id, email } of DEMO_ACCOUNTS) {
    await client.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
         raw_app_meta_data, raw_user_meta_data)
       values ($1, 'authenticated', 'authenticated', $2, $3, now(),
         '{"provider": "email", "providers": ["email"]}', $4)
       on conflict (id) do nothing`,
      [id, email, DEMO_PASSWORD_HASH, JSON.stringify({ sub: id, email, email_verified: true })],
    )
    await client.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values ($1::uuid, 'email', ($1::uuid)::text, $1::uuid, $2)
       on conflict (provider, provider_id) do nothing`,
      [id, JSON.stringify({ sub: id, email, email_verified: true, phone_verified: false })],
    )
  }
}

/** Email addresses of those of the first three demo accounts, which may use the app, that still have their public password. */
export async function openDemoAccounts(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const open: string[] = []
    for (const { id, email } of DEMO_ACCOUNTS.slice(0, 3)) {
      if (await checkPassword(client, id, DEMO_PASSWORD)) open.push(email)
    }
    return open
  })
}
