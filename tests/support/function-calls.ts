import type pg from 'pg'

/** The source of each function, by name (schema.name). */
export type Bodies = ReadonlyMap<string, string>

/** The functions of the app. */
export async function functionBodies(client: pg.Client): Promise<Bodies> {
  const { rows } = await client.query<{ name: string; body: string }>(`
    select p.pronamespace::regnamespace || '.' || p.proname as name, p.prosrc as body
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'`)
  return new Map(rows.map(({ name, body }) => [name, body]))
}

/** Every function that this SQL text calls, directly or not. */
export function functionsRunBy(text: string, bodies: Bodies): string[] {
  const found = new Set<string>()
  const follow = (part: string) => {
    for (const [, name = ''] of part.matchAll(/\b((?:public|private)\.\w+)\(/g)) {
      const body = bodies.get(name)
      if (body === undefined || found.has(name)) continue
      found.add(name)
      follow(body)
    }
  }
  follow(text)
  return [...found]
}

/** By table (schema.name), every function its triggers call. */
export async function functionsOfTriggers(client: pg.Client): Promise<Map<string, string[]>> {
  const bodies = await functionBodies(client)
  const { rows } = await client.query<{ table: string; runs: string }>(`
    select c.relnamespace::regnamespace || '.' || c.relname as table,
      string_agg(distinct p.pronamespace::regnamespace || '.' || p.proname || '()', ' ') as runs
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal group by 1`)
  return new Map(rows.map(({ table, runs }) => [table, functionsRunBy(runs, bodies)]))
}
