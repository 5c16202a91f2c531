import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '@/lib/supabase/refusal'
import { DEMO_ACCOUNTS } from '../../local/demo-accounts.ts'
import { freeBytes, RESERVES, shortOfRoom } from '../../local/disk-space.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

const [, admin] = DEMO_ACCOUNTS

describe('the check for a full disk', () => {
  test('makes the database read-only with a clear error, and allows writes again once there is space', async () => {
    let free = 10 ** 10
    const place = workspace({
      ...NOTES_MIGRATION,
      'migrations/20260101000100_files.sql': `
        insert into storage.buckets (id, name, public) values ('sounds', 'sounds', false);
        create function public.note_count() returns bigint language sql set search_path = ''
        as $$ select count(*) from public.notes $$; grant execute on function public.note_count to service_role`,
    })
    const { url, serviceKey } = await start({ ...place, freeBytes: () => free })
    const client = createClient(url, serviceKey)
    let id = 0
    const add = () => client.from('notes').insert({ id: ++id, body: 'typed' })
    const store = () =>
      client.storage.from('sounds').upload('one.txt', 'sound', { contentType: 'text/plain' })
    // The disk is asked once a second.
    const follows = (expected: object) => expect.poll(async () => (await add()).error).toEqual(expected)
    expect((await add()).error).toBeNull()

    free = 10 ** 6
    await follows(expect.objectContaining({ code: '25006' }))
    const { error, status } = await add()
    const refusal = error && refusalOf(error, status)
    expect(refusal).toMatchObject({
      reason: 'refused',
      message: expect.stringMatching(/^The server has no room left/),
    })
    expect(JSON.stringify(error)).not.toMatch(/\/|base/)
    expect((await client.from('notes').update({ body: 'other' }).eq('id', 1)).error?.code).toBe('25006')
    expect((await store()).error).toMatchObject({ statusCode: '507', message: 'There is no room left.' })
    expect((await client.from('notes').select('id, body').eq('id', 1)).data).toEqual([
      { id: 1, body: 'typed' },
    ])
    expect((await client.rpc('note_count')).data).toBeGreaterThan(0)

    free = 10 ** 10
    await expect.poll(async () => (await add()).error).toBeNull()
    expect((await store()).error).toBeNull()
  })

  test('leaves a part of the reserve to what frees the disk, what 911 calls and mail without attachments need and what opens recordings', async () => {
    let free = 10 ** 10
    const adding = ['ingest_cdr', 'audit_recording_playback', 'claim_mails', 'other'].map(
      (name) => `
        create function public.${name}() returns void language sql set search_path = ''
        as $$ insert into public.notes (id) select count(*) from public.notes on conflict do nothing $$;`,
    )
    const place = workspace({
      ...NOTES_MIGRATION,
      'migrations/20260101000100_functions.sql': `${adding.join('')} grant execute on all functions in schema public to service_role`,
    })
    const { url, serviceKey } = await start({ ...place, freeBytes: () => free })
    const client = createClient(url, serviceKey)
    const refused = async () => {
      const outcomes = await Promise.all(
        ['ingest_cdr', 'audit_recording_playback', 'claim_mails', 'other'].map((name) => client.rpc(name)),
      )
      return outcomes.map(({ error }) => error?.code)
    }
    const mail = async (content: string) => {
      const answer = await fetch(`${url}/outbox`, {
        method: 'POST',
        headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          to: 'desk@demo.test',
          subject: '911',
          text: 'A call',
          attachments: [{ filename: 'message.wav', content }],
        }),
      })
      return answer.status
    }
    const [MB, short] = [1024 ** 2, '25006']
    for (const [megabytes, expected, mails] of [
      [255, [undefined, undefined, undefined, short], [204, 507]],
      [127, [short, short, undefined, short], [204, 507]],
      [63, [short, short, short, short], [507, 507]],
    ] as const) {
      free = megabytes * MB
      // The disk is asked once a second.
      await expect.poll(refused).toEqual(expected)
      expect([await mail(''), await mail('A'.repeat(200_000))]).toEqual(mails)
    }
  })

  test('signs nobody out whose session cannot be renewed meanwhile', async () => {
    const place = workspace({ ...NOTES_MIGRATION, 'seed.sql': 'insert into public.notes (id) values (1);' })
    const { url, anonKey, databaseUrl } = await start(place)
    const person = createClient(url, anonKey)
    await person.auth.signInWithPassword({ email: admin.email, password: DEMO_PASSWORD })
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      // What PostgreSQL says of a disk without a free byte, where ours is the first to need one.
      await client.query(`
        create function public.fill() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file "base/5/16582_fsm": No space left on device' using errcode = '53100';
        end $$;
        create trigger fill before insert on auth.refresh_tokens for each row execute function public.fill()`)
      const { data } = await person.auth.getSession()
      const renew = () =>
        fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
          method: 'POST',
          headers: { apikey: anonKey, 'content-type': 'application/json' },
          body: JSON.stringify({ refresh_token: data.session?.refresh_token }),
        })
      for (const attempt of ['first', 'second']) {
        const answer = await renew()
        // At any other status supabase-js forgets the session.
        expect(answer.status, attempt).toBe(503)
        expect(await answer.text()).not.toMatch(/base|space/)
      }
      await client.query('drop trigger fill on auth.refresh_tokens')
      expect((await renew()).status).toBe(200)
    } finally {
      await client.end()
    }
  })

  test('knows the functions that may use the reserve by their names', () => {
    const migrations = join(import.meta.dirname, '../../supabase/migrations')
    const declared = readdirSync(migrations).map((name) => readFileSync(join(migrations, name), 'utf8'))
    for (const name of RESERVES.keys())
      expect(declared.join(''), name).toMatch(new RegExp(`create function \\w+\\.${name}\\(`))
  })

  test('measures the disk that holds the directory', () => {
    expect(freeBytes(import.meta.dirname)).toBeGreaterThan(0)
    expect(shortOfRoom(import.meta.dirname, () => 0)()).toBe(true)
    expect(shortOfRoom(import.meta.dirname, () => 10 ** 10)()).toBe(false)
  })
})
