import type pg from 'pg'

/** A function with one tenant check removed. */
export interface TenantMutant {
  /** schema.name */
  of: string
  name: string
  sql: string
}

/**
 * A row's tenant compared with the one that the function is told. Tenants of two rows that a foreign key joins are not among them:
 * each such key includes the tenant (tenant-swap.test.ts).
 */
const CHECK =
  /\b(?!excluded\b)\w+\.(?:for_)?tenant_id (?:=|<>|is not distinct from|is distinct from) (?:(?:new|old|t|tenant|draft|holder|refused|\w*_?tenant|trail_entries|undo_change|set_seats)\.\w+|\w*tenant|account|\$\d|%(?:\d\$)?L|any \(\$\d\))(?![.\w])/g

/** Every function of the app with each explicit tenant check removed. */
export async function tenantMutants(client: pg.Client): Promise<TenantMutant[]> {
  const { rows } = await client.query<{ name: string; text: string }>(`
    select p.pronamespace::regnamespace || '.' || p.proname as name, pg_get_functiondef(p.oid) as text
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
      and p.proname <> 'create_triggers'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  return rows.flatMap(({ name, text }) => {
    const body = text.search(/^AS \$/m)
    const seen = new Map<string, number>()
    return [...text.matchAll(CHECK)]
      .filter(({ index }) => index > body)
      .filter(({ index }) => !/\bset\s+(?:\w+ = [^\n]*, )?$/.test(text.slice(0, index)))
      .map(({ 0: check, index }) => {
        const time = (seen.get(check) ?? 0) + 1
        seen.set(check, time)
        const by = /<>|is distinct/.test(check) ? 'false' : 'true'
        return {
          of: name,
          name: `${name}: ${check}${time > 1 ? ` (${time})` : ''} → ${by}`,
          sql: text.slice(0, index) + by + text.slice(index + check.length),
        }
      })
  })
}
