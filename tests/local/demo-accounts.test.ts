import { expect, test } from 'vitest'
import { withClient } from '../../local/database.ts'
import { openDemoAccounts } from '../../local/demo-accounts.ts'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

const SEEDED = { ...NOTES_MIGRATION, 'seed.sql': "insert into public.notes (id, body) values (1, 'Demo')" }

test('the demo accounts are announced as long as they are there and have their public password', async () => {
  const { databaseUrl } = await start(workspace(SEEDED))
  expect(await openDemoAccounts(databaseUrl)).toEqual([
    'superadmin@demo.test',
    'admin@demo.test',
    'tech@demo.test',
  ])
  await withClient(databaseUrl, async (client) => {
    await client.query("delete from auth.users where email = 'superadmin@demo.test'")
    await client.query(
      "update auth.users set encrypted_password = extensions.crypt('another', extensions.gen_salt('bf', 4)) where email = 'admin@demo.test'",
    )
  })
  expect(await openDemoAccounts(databaseUrl)).toEqual(['tech@demo.test'])
})

test('an installation without them announces none', async () => {
  const { databaseUrl } = await start({ ...workspace(SEEDED), seed: false })
  expect(await openDemoAccounts(databaseUrl)).toEqual([])
})
