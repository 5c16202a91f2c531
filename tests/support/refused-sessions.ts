import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { proof } from './database'
import { EVERY_RIGHT } from './every-right'
import { insertRow, unique } from './factories/row'

/** A signed-in caller. */
export interface Session {
  name: string
  /** The claims of the token. */
  claims: string
}

/** What came of a statement in a session. It is undone. */
export interface Outcome {
  /** What a query answers, one row each. */
  rows: unknown[]
  /** Rows that another statement found. */
  touched: number
  /** The SQLSTATE it was refused with. */
  code: string | null
}

/** What came of it in several, and the tables that any of them wrote to, whoever's rows. */
export interface Attack {
  outcomes: Outcome[]
  wrote: string[]
}

type Change = [text: string, values?: unknown[]]

/** Makes sessions of accounts that have every permission and may use none, and others to compare them with. Only `client` sees them. */
export async function makeSessions(client: pg.Client) {
  const newRole = async (rights: readonly string[], secondFactor = false) => {
    const name = `custom-${unique()}`
    await client.query('insert into public.roles (name, second_factor) values ($1, $2)', [name, secondFactor])
    await client.query(
      `insert into public.role_permissions (role, section, action)
       select $1, split_part(r, '.', 1), split_part(r, '.', 2) from unnest($2::text[]) r`,
      [name, rights],
    )
    return name
  }
  const everything = await newRole(EVERY_RIGHT)
  const nothing = await newRole([])
  const viewing = (viewing_as: string) => ({ viewing_as, viewing_as_until: '2999-01-01T00:00:00Z' })

  async function make(
    name: string,
    columns: object = {},
    after?: (session: string, account: string) => Change,
  ): Promise<Session> {
    const [account, session] = [randomUUID(), randomUUID()]
    const email = `${account}@example.test`
    await client.query(
      "insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', $2)",
      [account, email],
    )
    await insertRow('members', { user_id: account, user_role: everything, email, ...columns }, client)
    await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, account])
    if (after) await client.query(...after(session, account))
    const claims = { sub: account, role: 'authenticated', session_id: session, aal: 'aal1' }
    const issued = { iat: Math.floor(Date.now() / 1000), amr: [proof('password')] }
    return { name, claims: JSON.stringify({ ...claims, ...issued }) }
  }

  return {
    open: await make('open'),
    ofNobody: await make('of a member without a permission', { user_role: nothing }),
    asNobody: await make('viewing as a role without a permission', viewing(nothing)),
    asViewer: await make(
      'viewing as a role that may only view',
      viewing(await newRole(EVERY_RIGHT.filter((right) => right.endsWith('.view')))),
    ),
    refused: [
      await make('ended', {}, (id) => ['delete from auth.sessions where id = $1', [id]]),
      await make('over its time', {}, (id) => [
        "update auth.sessions set not_after = now() - interval '1 second' where id = $1",
        [id],
      ]),
      await make('of a banned account', {}, (_, account) => [
        "update auth.users set banned_until = now() + interval '1 day' where id = $1",
        [account],
      ]),
      await make('of a disabled member', { status: 'disabled' }),
      await make('signed out everywhere', { sessions_valid_from: '2999-01-01T00:00:00Z' }),
      await make('without the code of its second factor', {}, (_, account) => [
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
         values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', 'sealed')`,
        [account],
      ]),
      await make('without the second factor of its role', { user_role: await newRole(EVERY_RIGHT, true) }),
    ],
  }
}

/** Rows that this transaction has written so far, by table, including those taken back. */
const ATTACK = `
  create function pg_temp.written() returns jsonb language sql as $$
    select coalesce(jsonb_object_agg(t.name, t.times), '{}') from (
      select c.oid::regclass::text as name, pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid)
        + pg_stat_get_xact_tuples_deleted(c.oid) as times
      from pg_class c where c.relkind = 'r'
        and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)
    ) t where t.times > 0
  $$;
  create function pg_temp.attack(statement text, sessions text[]) returns jsonb language plpgsql as $$
  declare
    claims text;
    found jsonb;
    touched bigint;
    code text;
    before jsonb := pg_temp.written();
    outcomes jsonb := '[]';
  begin
    foreach claims in array sessions loop
      found := '[]';
      touched := 0;
      code := null;
      begin
        perform set_config('request.jwt.claims', claims, true), set_config('role', 'authenticated', true);
        if statement like 'select %' then
          execute format('select coalesce(jsonb_agg(s.answer order by s.answer), ''[]'') from (%s) s', statement) into found;
        else
          execute statement;
          get diagnostics touched = row_count;
        end if;
        raise exception using errcode = 'UNDO1';
      exception
        when sqlstate 'UNDO1' then null;
        when others then code := sqlstate;
      end;
      outcomes := outcomes || jsonb_build_object('rows', found, 'touched', touched, 'code', code);
    end loop;
    return jsonb_build_object('outcomes', outcomes, 'wrote', (select coalesce(jsonb_agg(w.key order by w.key), '[]')
      from jsonb_each(pg_temp.written()) w where w.value is distinct from before -> w.key));
  end
  $$`

/** Prepares a transaction for `attacked`. */
export const prepareAttacks = (client: pg.Client) => client.query(ATTACK)

/** Tries a statement in each session, as if in none before. A query has the column `answer`. */
export async function attacked(
  client: pg.Client,
  statement: string,
  sessions: readonly Session[],
): Promise<Attack> {
  const { rows } = await client.query<{ attack: Attack }>('select pg_temp.attack($1, $2) as attack', [
    statement,
    sessions.map(({ claims }) => claims),
  ])
  await client.query("select set_config('request.jwt.claims', '', true); reset role")
  return rows[0]?.attack ?? { outcomes: [], wrote: [] }
}
