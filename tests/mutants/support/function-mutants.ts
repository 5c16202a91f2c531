import type pg from 'pg'
import { ACTIONS, SECTIONS } from '@/lib/session/permissions'

/** A function with one check removed or changed. */
export interface FunctionMutant {
  /** schema.name */
  of: string
  name: string
  sql: string
}

/** A check in a function's source, and its replacement. */
const CHECKS: readonly [RegExp, readonly string[]][] = [
  [/perform private\.require_recent_sign_in\([^;]*\);/g, ['null;']],
  [/\(select private\.signed_in_recently\(\)\)/g, ['true']],
  [/private\.session_is_open\(\)/g, ['true']],
  [/private\.token_is_newer\([^)]*\)/g, ['true']],
  [/private\.has_every_permission_of\([^)]*\)/g, ['true']],
  [/private\.has_other_superadmin\([^)]*\)/g, ['true']],
  [/\bm\.status = 'active'/g, ['true']],
  [/\bp\.action = \$[12]/g, ['true']],
  [/\bp\.section = \$1/g, ['true']],
  [/not private\.is_banned\([^)]*\)/g, ['true']],
  [/s\.user_id = \(select auth\.uid\(\)\)/g, ['true']],
]
const PERMISSION = /private\.has_permission\(('\w+'|[^(),]+), ('\w+'|[^(),]+)\)/g

/** Every function of the app with each permission, session and account check removed or changed. */
export async function functionMutants(client: pg.Client): Promise<FunctionMutant[]> {
  const { rows } = await client.query<{ name: string; text: string }>(`
    select p.pronamespace::regnamespace || '.' || p.proname as name, pg_get_functiondef(p.oid) as text
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  return rows.flatMap(({ name, text }) => {
    const body = text.search(/^AS \$/m)
    const made: FunctionMutant[] = []
    const change = (at: number, part: string, by: string) => {
      if (at < body) return
      made.push({
        of: name,
        name: `${name}: ${part} → ${by}`,
        sql: text.slice(0, at) + by + text.slice(at + part.length),
      })
    }
    for (const found of text.matchAll(PERMISSION)) {
      const [whole, section = '', action = ''] = found
      // The text that policies are made of.
      if (section === '%L') continue
      for (const by of ['true', ...others(section, action)]) change(found.index, whole, by)
    }
    for (const [check, replacements] of CHECKS) {
      for (const found of text.matchAll(check))
        for (const by of replacements) change(found.index, found[0], by)
    }
    return made
  })
}

function others(section: string, action: string): string[] {
  const next = (given: string, all: readonly string[]) =>
    given.startsWith("'") ? `'${all[(all.indexOf(given.slice(1, -1)) + 1) % all.length]}'` : undefined
  const [otherSection, otherAction] = [next(section, SECTIONS), next(action, ACTIONS)]
  return [
    ...(otherSection ? [`private.has_permission(${otherSection}, ${action})`] : []),
    ...(otherAction ? [`private.has_permission(${section}, ${otherAction})`] : []),
  ]
}
