import type pg from 'pg'

/** Which functions run which: by name (schema.name), the text of each. */
export type Bodies = ReadonlyMap<string, string>

/** The functions of the app. */
export async function functionBodies(client: pg.Client): Promise<Bodies> {
  const { rows } = await client.query<{ name: string; body: string }>(`
    select p.pronamespace::regnamespace || '.' || p.proname as name, p.prosrc as body
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'`)
  return new Map(rows.map(({ name, body }) => [name, body]))
}

/** Every function that runs when this text does. */
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
