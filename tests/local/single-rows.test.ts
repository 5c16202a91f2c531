import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../local/demo-accounts.ts'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { start, workspace } from './support.ts'

const [, admin, other] = DEMO_ACCOUNTS
const OWN = '00000000-0000-4000-8000-000000000001'
const FOREIGN = '00000000-0000-4000-8000-000000000002'
const PAIR = '00000000-0000-4000-8000-000000000003'

const RECORDS = {
  // The accounts come with it.
  'seed.sql': `
    insert into public.records (id, owner, pair) values ('${OWN}', '${admin.id}', '${PAIR}'), ('${FOREIGN}', '${other?.id}', '${PAIR}');`,
  'migrations/20260101000000_records.sql': `
    create table public.records (
      id uuid primary key, owner uuid, pair uuid, "order" integer default 3, name text default E'Larch "Street"\\n☎',
      price numeric(10, 2) default 1.50, rate double precision default 0.1, calls bigint default 9007199254740993,
      at timestamptz default '2026-03-01 12:30:00.5+00', day date default '2026-03-01', opens time default '08:00',
      pause interval default '90 minutes', tags text[] default '{a,"b c"}', numbers integer[] default '{}', more jsonb default '{"b": [1.50, null]}',
      address inet default '192.0.2.1', nothing text
    );
    alter table public.records enable row level security;
    create policy own on public.records for select using (owner = (select auth.uid()));
    grant select on public.records to anon, authenticated, service_role;
    create table public.closed (id uuid primary key);
    insert into public.closed values ('${OWN}');
    create table public.partly (id uuid primary key, secret text default 'x');
    insert into public.partly values ('${OWN}');
    grant select (id) on public.partly to authenticated;`,
}

test('a row read by an id is the same as in a list, and is not read past what the caller may see', async () => {
  const { url, anonKey, serviceKey } = await start(workspace(RECORDS))
  const service = createClient(url, serviceKey)
  const person = createClient(url, anonKey, { auth: { persistSession: false } })
  await person.auth.signInWithPassword({ email: admin.email, password: DEMO_PASSWORD })

  for (const client of [service, person]) {
    const listed = await client.from('records').select('*').eq('id', OWN).limit(1)
    const single = await client.from('records').select('*').eq('id', OWN).single()
    expect(single.data).toEqual(listed.data?.[0])
    expect(single.data).toMatchObject({ id: OWN, order: 3, price: 1.5, at: '2026-03-01T12:30:00.5+00:00' })
  }
  expect((await person.from('records').select('*').eq('pair', PAIR).single()).data).toMatchObject({ id: OWN })

  const refused = (status: number, code: string) => ({ status, data: null, error: { code } })
  expect(await person.from('records').select('*').eq('id', FOREIGN).single()).toMatchObject(
    refused(406, 'PGRST116'),
  )
  expect(await service.from('records').select('*').eq('pair', PAIR).single()).toMatchObject(
    refused(406, 'PGRST116'),
  )
  expect(await person.from('closed').select('*').eq('id', OWN).single()).toMatchObject(refused(403, '42501'))
  expect(await person.from('partly').select('*').eq('id', OWN).single()).toMatchObject(refused(403, '42501'))
  expect(await person.from('missing').select('*').eq('id', OWN).single()).toMatchObject({ data: null })
  const forged = createClient(url, anonKey, { accessToken: async () => 'a.b.c' })
  expect(await forged.from('records').select('*').eq('id', OWN).single()).toMatchObject({
    status: 401,
    data: null,
  })
})
