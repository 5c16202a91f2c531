import type pg from 'pg'
import type { Caller } from './clients'
import { asking, type Stored } from './database'

/** A statement to try as a caller, and the row to look at afterwards. */
export interface Attempt {
  caller: Caller
  statement: string
  /** The method of the request; a PATCH states the version that it makes. */
  method?: 'PATCH'
  table: string
  id: string
}

export interface Outcome {
  /** How many rows the statement found or changed. */
  rows: number
  /** The SQLSTATE it was refused with. */
  code: string | null
  /** The row as the owner of the schema sees it then; null when there is none. */
  stored: Stored | null
}

/** Deferred constraints are checked as at the end of a request, and each attempt is undone. */
const ATTEMPT = `
  create or replace function pg_temp.attempted(attempts jsonb) returns jsonb
  language plpgsql as $$
  declare
    attempt jsonb;
    touched bigint;
    code text;
    stored jsonb;
    outcomes jsonb := '[]';
  begin
    for attempt in select value from jsonb_array_elements(attempts) loop
      begin
        code := null;
        begin
          perform set_config('request.jwt.claims', attempt ->> 'claims', true),
            set_config('request.method', attempt ->> 'method', true), set_config('role', attempt ->> 'role', true);
          execute attempt ->> 'statement';
          get diagnostics touched = row_count;
          set constraints all immediate;
        exception when others then
          code := sqlstate;
          touched := 0;
        end;
        perform set_config('role', 'none', true);
        execute format('select (select to_jsonb(t) from public.%I t where t.id = $1)', attempt ->> 'table')
          into stored using (attempt ->> 'id')::uuid;
        raise exception using errcode = 'UNDO1';
      exception when sqlstate 'UNDO1' then
        outcomes := outcomes || jsonb_build_object('rows', touched, 'code', code, 'stored', stored);
      end;
    end loop;
    return outcomes;
  end
  $$`

/** Tries each statement with its caller's rights, as if none had been tried before. `client` is in a transaction. */
export async function attempted(client: pg.Client, attempts: readonly Attempt[]): Promise<Outcome[]> {
  const given = attempts.map(({ caller, method = '', ...attempt }) => ({
    ...attempt,
    ...asking(caller.userId),
    method,
  }))
  await client.query(ATTEMPT)
  const { rows } = await client.query<{ outcomes: Outcome[] }>('select pg_temp.attempted($1) as outcomes', [
    JSON.stringify(given),
  ])
  return rows[0]?.outcomes ?? []
}
