import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../local/demo-accounts.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { NOTES_MIGRATION, start, workspace } from './support.ts'

const FUNCTIONS = {
  ...NOTES_MIGRATION,
  // The accounts come with it.
  'seed.sql': 'insert into public.notes (id) values (1);',
  'migrations/20260101000100_functions.sql': `
    create table public.marks (id integer primary key, of integer references public.marks (id) deferrable initially deferred);
    grant select, insert on public.marks to service_role, authenticated;
    create type public.place as (city text, zip integer);
    create function public.document() returns jsonb language sql as $$ select '{"price": 1.50, "at": null}'::jsonb $$;
    create function public.kept_text() returns json language sql as $$ select '{"b":1,  "a":2}'::json $$;
    create function public.given(word text, size integer default 7, many uuid[] default null, more jsonb default null) returns json
      language sql as $$ select json_build_array(word, size, many, more) $$;
    create function public.amount() returns numeric language sql as $$ select 12.50 $$;
    create function public.moment() returns timestamptz language sql as $$ select timestamptz '2026-03-01 12:30+00' $$;
    create function public.nobody() returns uuid language sql as $$ select null::uuid $$;
    create function public.nothing() returns void language sql as $$ select $$;
    create function public.numbers(below integer) returns setof integer language sql as $$ select generate_series(1, below - 1) $$;
    create function public.pairs() returns table (n integer, word text) language sql as $$ values (2, 'two'), (1, null) $$;
    create function public.words() returns table (word text) language sql as $$ values ('one'), (null) $$;
    create function public.home() returns public.place language sql as $$ select row('Berlin', 10115)::public.place $$;
    create function public.who() returns text language sql
      as $$ select current_setting('role') || ' ' || coalesce(auth.uid()::text, 'nobody') || ' ' || current_setting('request.method') $$;
    create function public.connection(seconds numeric) returns integer language sql as $$ select pg_backend_pid() from pg_sleep(seconds) $$;
    create function public.refuse() returns void language plpgsql as $$
      begin raise exception 'Not today.' using hint = 'Tomorrow.', detail = 'Monday'; end $$;
    create function public.hidden() returns text language sql as $$ select 'secret' $$;
    create function public.hasty() returns void language sql set statement_timeout = '100ms' as $$ select pg_sleep(10) $$;
    create function public.patience() returns text language sql as $$ select current_setting('lock_timeout') $$;
    revoke execute on function public.hidden from public, anon, authenticated;
    create function public.mark(id integer, of integer) returns void language sql as $$ insert into public.marks values (id, of) $$;`,
}

const [, admin] = DEMO_ACCOUNTS

test('functions are called as on hosted Supabase, and their JSON is passed through as the database writes it', async () => {
  const { url, anonKey, serviceKey } = await start(workspace(FUNCTIONS))
  const service = createClient(url, serviceKey)
  const anyone = createClient(url, anonKey)
  const person = createClient(url, anonKey, { auth: { persistSession: false } })
  await person.auth.signInWithPassword({ email: admin.email, password: DEMO_PASSWORD })
  const answered = async (name: string, args?: object) => (await service.rpc(name, args)).data

  expect(await answered('document')).toEqual({ price: 1.5, at: null })
  expect(await answered('amount')).toBe(12.5)
  expect(await answered('moment')).toBe('2026-03-01T12:30:00+00:00')
  expect(await answered('nobody')).toBeNull()
  expect(await answered('numbers', { below: 4 })).toEqual([1, 2, 3])
  expect(await answered('numbers', { below: 1 })).toEqual([])
  expect(await answered('numbers', { below: 20_000 })).toHaveLength(10_000)
  expect(await answered('pairs')).toEqual([
    { n: 2, word: 'two' },
    { n: 1, word: null },
  ])
  expect(await answered('words')).toEqual([{ word: 'one' }, { word: null }])
  expect(await answered('home')).toEqual({ city: 'Berlin', zip: 10_115 })
  expect(await service.rpc('nothing')).toMatchObject({ status: 204, data: null, error: null })
  expect(await answered('given', { word: `"it's"` })).toEqual([`"it's"`, 7, null, null])
  const all = { word: 'a', size: null, many: [admin.id], more: { list: ['x', null] } }
  expect(await answered('given', all)).toEqual(Object.values(all))

  expect((await anyone.rpc('who')).data).toBe('anon nobody POST')
  expect((await person.rpc('who')).data).toBe(`authenticated ${admin.id} POST`)
  expect((await service.rpc('who')).data).toBe('service_role nobody POST')

  const headers = { apikey: serviceKey, 'content-type': 'application/json' }
  const ask = (name: string, body: string) =>
    fetch(`${url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body })
  expect(await (await ask('kept_text', '{}')).text()).toBe('{"b":1,  "a":2}')
  expect(await (await ask('kept_text', '')).text()).toBe('{"b":1,  "a":2}')
  expect((await ask('given', '{"word"')).status).toBe(400)
})

test('calls that follow one another share the connection that has planned their statements', async () => {
  const { url, serviceKey } = await start(workspace(FUNCTIONS))
  const service = createClient(url, serviceKey)
  const connection = async (seconds = 0) =>
    (await service.rpc('connection', { seconds }).throwOnError()).data as number

  const atOnce = new Set(await Promise.all([connection(2), connection(2), connection(2)]))
  expect(atOnce.size).toBeGreaterThan(1)
  const inTurn = new Set([await connection(), await connection(), await connection(), await connection()])
  expect(inTurn.size).toBe(1)
})

test('a rejected call returns its status and code, and leaves nothing behind', async () => {
  const { url, anonKey, serviceKey } = await start(workspace(FUNCTIONS))
  const service = createClient(url, serviceKey)
  const anyone = createClient(url, anonKey)
  const person = createClient(url, anonKey, { auth: { persistSession: false } })
  await person.auth.signInWithPassword({ email: admin.email, password: DEMO_PASSWORD })

  const told = { code: 'P0001', message: 'Not today.', hint: 'Tomorrow.', details: 'Monday' }
  expect(await service.rpc('refuse')).toMatchObject({ status: 400, error: told })
  expect(await anyone.rpc('hidden')).toMatchObject({ status: 401, error: { code: '42501' } })
  expect(await person.rpc('hidden')).toMatchObject({ status: 403, error: { code: '42501' } })
  expect(await service.rpc('given')).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
  expect(await service.rpc('given', { word: '', other: 1 })).toMatchObject({
    status: 404,
    error: { code: 'PGRST202' },
  })
  expect(await service.rpc('given', { word: '', many: ['x'] })).toMatchObject({
    status: 400,
    error: { code: '22P02' },
  })
  // Only the commit finds out that what the mark is of is not there.
  expect(await service.rpc('mark', { id: 1, of: 2 })).toMatchObject({ status: 409, error: { code: '23503' } })
  expect(await service.rpc('mark', { id: 3, of: 3 })).toMatchObject({ status: 204 })
  expect((await service.from('marks').select('id')).data).toEqual([{ id: 3 }])

  // The function's own limit, long before that of all statements.
  expect(await service.rpc('hasty')).toMatchObject({ error: { code: '57014' } })
  // For a lock.
  expect((await service.rpc('patience')).data).toBe('8s')

  const forged = { apikey: anonKey, authorization: 'Bearer a.b.c', 'content-type': 'application/json' }
  const answer = await fetch(`${url}/rest/v1/rpc/who`, { method: 'POST', headers: forged, body: '{}' })
  expect(answer.status).toBe(401)
  expect((await fetch(`${url}/rest/v1/rpc/who`, { method: 'POST', body: '{}' })).status).toBe(401)
})
