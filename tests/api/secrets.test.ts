import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSecrets } from '../../local/keys.ts'
import { TEST_APP, testAppEnvironment, testBackend } from '../../scripts/lib/test-app.ts'
import { type DemoAccount, postApi } from '../support/api-session.ts'

const root = join(import.meta.dirname, '../..')
const DOMAIN = 'harbor-lane-dental.pbx.example'

let database: pg.Client
let tenant: string
let extension: string
beforeAll(async () => {
  database = new pg.Client({ connectionString: testBackend().databaseUrl })
  await database.connect()
  const { rows } = await database.query(
    `select t.id as tenant, e.id as extension from public.tenants t join public.extensions e on e.tenant_id = t.id
     where t.domain = $1 order by e.extension limit 1`,
    [DOMAIN],
  )
  tenant = rows[0].tenant
  extension = rows[0].extension
})
afterAll(() => database.end())

const secret = (field: string) => ({ owner_table: 'extensions', owner: extension, field, tenant })
const set = (account: DemoAccount, field: string, value: string) =>
  postApi(account, '/api/secrets/set', { ...secret(field), value })
const reveal = (account: DemoAccount, field: string) => postApi(account, '/api/secrets/reveal', secret(field))
const stored = async (field: string) =>
  (
    await database.query<{ sealed: string; row: string }>(
      'select sealed, s::text as row from public.secrets s where owner_id = $1 and field = $2',
      [extension, field],
    )
  ).rows[0]

describe('a secret', () => {
  test('is sealed before the database has it, and opened for who may reveal it', async () => {
    expect(await set('admin', 'voicemail_pin', '730615')).toMatchObject({ status: 200 })
    const kept = await stored('voicemail_pin')
    expect(kept?.row).not.toContain('730615')
    expect(await reveal('admin', 'voicemail_pin')).toMatchObject({ status: 200, body: { value: '730615' } })
    expect(await reveal('tech', 'voicemail_pin')).toMatchObject({ status: 403 })
    const { rows } = await database.query(
      `select actor_email, changes::text as changes from public.audit_log
       where record_id = $1 and action = 'reveal' order by at desc limit 1`,
      [extension],
    )
    expect(rows).toEqual([{ actor_email: 'admin@demo.test', changes: '{"voicemail_pin": []}' }])
  })

  test('that is too weak is refused, and what there was stays', async () => {
    const before = await stored('voicemail_pin')
    const answer = await set('admin', 'voicemail_pin', '1234')
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Use 4 to 10 digits/) },
    })
    expect(await set('admin', 'sip_password', 'too short')).toMatchObject({ status: 409 })
    expect(await stored('voicemail_pin')).toEqual(before)
  })

  test('is replaced only by who may reveal it', async () => {
    const before = await stored('voicemail_pin')
    expect(await set('tech', 'voicemail_pin', '402817')).toMatchObject({ status: 403 })
    expect(await stored('voicemail_pin')).toEqual(before)
  })

  test('that the database asks for is made by the server', async () => {
    const { body } = await reveal('admin', 'sip_password')
    expect((body as { value: string }).value).toMatch(/^\S{20,}$/)
  })
})

test('the key changes while the app runs: each secret is sealed anew and opens as before', async () => {
  const password = (await reveal('admin', 'sip_password')).body
  const before = await stored('sip_password')
  const keyBefore = loadSecrets(TEST_APP.dataDir).secretsKey
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'scripts/change-secrets-key.ts')],
    {
      env: { ...testAppEnvironment(), NEXT_PUBLIC_SUPABASE_URL: '', NEXT_PUBLIC_SUPABASE_ANON_KEY: '' },
    },
  )
  expect(stdout).toMatch(/^Sealed \d+ secrets with a new key/)
  const { secretsKey } = loadSecrets(TEST_APP.dataDir)
  expect(secretsKey).not.toContain(keyBefore)
  const after = await stored('sip_password')
  expect(after?.sealed).not.toBe(before?.sealed)
  const [id = ''] = secretsKey.split(':')
  const { rows } = await database.query(
    `select from public.secrets where split_part(sealed, '.', 1) <> $1
     union all select from private.dropped_secrets where split_part(sealed, '.', 1) <> $1`,
    [id],
  )
  expect(rows).toEqual([])
  expect((await reveal('admin', 'sip_password')).body).toEqual(password)
  // The dump holds no key either.
  const { rows: leaks } = await database.query('select from public.secrets s where strpos(s::text, $1) > 0', [
    secretsKey.split(':')[1],
  ])
  expect(leaks).toEqual([])
})
