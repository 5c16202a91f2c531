import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../lib/supabase/database.types.ts'
import { DEMO_PASSWORD, loadSecrets } from '../../local/keys.ts'
import { TEST_APP, testAppEnvironment, testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase, ensureMember } from '../support/api-database.ts'
import { type DemoAccount, postApi } from '../support/api-session.ts'

const root = join(import.meta.dirname, '../..')
const DOMAIN = 'harbor-lane-dental.pbx.example'

const pool = appDatabase()
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
afterAll(async () => {
  await pool.end()
  await database.end()
})

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
  test('is encrypted before it reaches the database, and decrypted for users who may reveal it', async () => {
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

  test('that a full disk cannot take is answered with 507 and a sentence, and the old one stays', async () => {
    const before = await stored('voicemail_pin')
    await database.query(`
      create function private.no_space() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/16384/16999": No space left on device' using errcode = '53100';
      end $$;
      create trigger no_space before insert or update on public.secrets
        for each row when (new.owner_id = '${extension}') execute function private.no_space()`)
    try {
      const answer = await set('superadmin', 'voicemail_pin', '840271')
      expect(answer).toMatchObject({ status: 507, body: { message: expect.stringMatching(/no room left/) } })
      expect(JSON.stringify(answer.body)).not.toContain('16384')
    } finally {
      await database.query('drop function private.no_space cascade')
    }
    expect(await stored('voicemail_pin')).toEqual(before)
  })

  test('is rejected if it is too weak, and the old one stays', async () => {
    const before = await stored('voicemail_pin')
    const answer = await set('admin', 'voicemail_pin', '1234')
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Use 4 to 10 digits/) },
    })
    expect(await set('admin', 'sip_password', 'too short')).toMatchObject({ status: 409 })
    expect(await stored('voicemail_pin')).toEqual(before)
  })

  test('is rejected if it is too weak, whoever may set it without seeing the record', async () => {
    await ensureMember(pool, 'made-adder', ['telephony.create'])
    const { rows } = await database.query<{ id: string }>(
      `insert into public.extensions (tenant_id, extension) values ($1, '8417') returning id`,
      [tenant],
    )
    const [added = { id: '' }] = rows
    const first = { owner_table: 'extensions', owner: added.id, field: 'voicemail_pin', tenant }
    try {
      expect(await postApi('made-adder', '/api/secrets/set', { ...first, value: '1' })).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/^Use 4 to 10 digits/) },
      })
      expect(await postApi('made-adder', '/api/secrets/set', { ...first, value: '730615' })).toMatchObject({
        status: 200,
      })
    } finally {
      await database.query('delete from public.extensions where id = $1', [added.id])
      await database.query("delete from public.members where user_role = 'made-adder'")
      await database.query("delete from auth.users where email = 'made-adder@demo.test'")
      await database.query("delete from public.roles where name = 'made-adder'")
    }
  })

  test('can be replaced only by users who may reveal it', async () => {
    const before = await stored('voicemail_pin')
    expect(await set('tech', 'voicemail_pin', '402817')).toMatchObject({ status: 403 })
    expect(await stored('voicemail_pin')).toEqual(before)
  })

  test('requested by the database is generated by the server', async () => {
    const { body } = await reveal('admin', 'sip_password')
    expect((body as { value: string }).value).toMatch(/^\S{20,}$/)
  })
})

const keys = () => loadSecrets(TEST_APP.dataDir).secretsKey
const changeKeyCommand = () =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/change-secrets-key.ts')], {
    env: { ...testAppEnvironment(), NEXT_PUBLIC_SUPABASE_URL: '', NEXT_PUBLIC_SUPABASE_ANON_KEY: '' },
  })

async function changeKey(): Promise<string> {
  const { stdout } = await changeKeyCommand()
  expect(stdout).toMatch(/^Sealed \d+ secrets with a new key/)
  return keys()
}

test('the key is rotated while the app runs: every secret is re-encrypted and can still be read', async () => {
  const password = (await reveal('admin', 'sip_password')).body
  const before = await stored('sip_password')
  // The server may seal further ones with the key that it had meanwhile.
  await database.query(
    'create temporary table sealed_before as select owner_id, field from public.secrets where sealed is not null',
  )
  const [keyBefore] = loadSecrets(TEST_APP.dataDir).secretsKey.split(',')
  const [key = '', ...others] = (await changeKey()).split(',')
  expect(others).toEqual([keyBefore])
  const after = await stored('sip_password')
  expect(after?.sealed).not.toBe(before?.sealed)
  const [id = '', bytes = ''] = key.split(':')
  const { rows } = await database.query(
    `select from public.secrets join sealed_before using (owner_id, field) where split_part(sealed, '.', 1) <> $1
     union all select from private.dropped_secrets where split_part(sealed, '.', 1) <> $1`,
    [id],
  )
  expect(rows).toEqual([])
  expect((await reveal('admin', 'sip_password')).body).toEqual(password)
  // The dump contains no key either.
  const { rows: leaks } = await database.query('select from public.secrets s where strpos(s::text, $1) > 0', [
    bytes,
  ])
  expect(leaks).toEqual([])
})

test('what was encrypted before the key was changed and is stored only afterwards can be read, and is re-encrypted by the next change', async () => {
  const sealedBefore = await postApi('admin', '/api/secrets/seal', {
    pins: [{ owner: extension, value: '402817' }],
  })
  const [sealed = ''] = (sealedBefore.body as { sealed: string[] }).sealed
  const used = await changeKey()
  const { url, anonKey } = testBackend()
  const admin = createClient<Database>(url, anonKey, { auth: { persistSession: false } })
  await admin.auth.signInWithPassword({ email: 'admin@demo.test', password: DEMO_PASSWORD })
  const { error } = await admin.rpc('set_secret', { ...secret('voicemail_pin'), sealed })
  expect(error).toBeNull()
  expect((await stored('voicemail_pin'))?.sealed).toBe(sealed)
  expect((await reveal('admin', 'voicemail_pin')).body).toEqual({ value: '402817' })

  const next = await changeKey()
  expect(next.split(',')[1]).toBe(used.split(',')[0])
  expect((await stored('voicemail_pin'))?.sealed).not.toBe(sealed)
  expect((await reveal('admin', 'voicemail_pin')).body).toEqual({ value: '402817' })
})

test('of two people who change the key at a time, the second has to wait, and no key is lost', async () => {
  const password = (await reveal('admin', 'sip_password')).body
  const before = keys()
  await database.query("select pg_advisory_lock(hashtext('change of the secrets key'))")
  try {
    await expect(changeKeyCommand()).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The key is being changed already\./),
    })
    expect(keys()).toBe(before)
  } finally {
    await database.query("select pg_advisory_unlock(hashtext('change of the secrets key'))")
  }

  const said = await Promise.allSettled([changeKeyCommand(), changeKeyCommand()])
  expect(said.map(({ status }) => status)).toContain('fulfilled')
  expect((await reveal('admin', 'sip_password')).body).toEqual(password)
  const known = keys()
    .split(',')
    .map((key) => key.split(':')[0])
  const { rows } = await database.query<{ key: string }>(
    "select distinct split_part(sealed, '.', 1) as key from public.secrets where sealed is not null",
  )
  expect(known).toEqual(expect.arrayContaining(rows.map(({ key }) => key)))
})
