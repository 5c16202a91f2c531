import type pg from 'pg'
import { ACTIONS, SECTIONS } from '@/lib/session/permissions'
import type { Operation } from '../../support/permission-probe'

/** A policy from the catalog. */
interface Policy {
  table: string
  name: string
  operation: Operation
  using: string | null
  check: string | null
  /** Columns its conditions read. */
  columns: string[]
}

/** A policy with one change to what it allows. */
export interface PolicyMutant {
  /** With its schema. */
  table: string
  operation: Operation
  /** The change. */
  name: string
  sql: string
}

/** Every policy in the schemas users can access. */
async function policiesOf(client: pg.Client): Promise<Policy[]> {
  const { rows } = await client.query<Policy>(`
    select format('%I.%I', p.schemaname, p.tablename) as table, p.policyname as name, lower(p.cmd) as operation,
      p.qual as using, p.with_check as check,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and a.attnum > 0 and not a.attisdropped
          and regexp_replace(concat(p.qual, ' ', p.with_check), $$'[^']*'|\\(?SELECT private[^)]*\\) AS \\w+$$, '', 'g')
            ~ ('\\m' || a.attname || '\\M')) as columns
    from pg_policies p where p.schemaname in ('public', 'storage') order by 1, 2`)
  return rows
}

const PERMISSION = /private\.has_permission\('(\w+)'::text, '(\w+)'::text\)/g
/** Conditions on the row itself, as PostgreSQL prints them. */
const OF_THE_ROW =
  /\((?:\w+\.)?\w+ (?:(?:=|<>) '[^']*'(?:::\w+)?|IS NOT NULL|= now\(\)|= ANY \(\( SELECT [^)]*\)\)?[^)]*\)\)|= \( SELECT [\w.]+\(\) AS \w+\))\)|private\.(?:is_recording_path|may_\w+)\(name\)/g

/**
 * All mutants of each policy: replaced by true and by false, dropped, each part of its condition changed or removed.
 */
export async function policyMutants(client: pg.Client): Promise<PolicyMutant[]> {
  const policies = await policiesOf(client)
  const isAlone = ({ table, operation }: Policy) =>
    policies.filter((other) => other.table === table && other.operation === operation).length === 1
  return policies.flatMap((policy) => {
    const on = `${policy.name} on ${policy.table}`
    const alter = (using: string | null, check: string | null) =>
      `alter policy ${on}${using === null ? '' : ` using (${using})`}${check === null ? '' : ` with check (${check})`}`
    const both = (change: (condition: string) => string) =>
      alter(policy.using && change(policy.using), policy.check && change(policy.check))
    const mutant = (name: string, sql: string): PolicyMutant => ({
      table: policy.table,
      operation: policy.operation,
      name: `${policy.operation} of ${policy.table}${isAlone(policy) ? '' : ` by ${policy.name}`}: ${name}`,
      sql,
    })
    const condition = policy.using ?? policy.check ?? ''
    const made = [
      mutant(
        'true',
        both(() => 'true'),
      ),
      mutant(
        'false',
        both(() => 'false'),
      ),
      mutant('dropped', `drop policy ${on}`),
    ]
    for (const found of condition.matchAll(PERMISSION)) {
      const [whole, section = '', action = ''] = found
      const swap = (other: string) => both((text) => replaceAt(text, condition, found.index, whole, other))
      const asked = `${section}.${action}`
      for (const [name, other] of [
        ...othersThan(section, SECTIONS).map((one) => [`${one}.${action}`, permission(one, action)] as const),
        ...othersThan(action, ACTIONS).map((one) => [`${section}.${one}`, permission(section, one)] as const),
        ['true', 'true'],
        ['false', 'false'],
      ] as const) {
        made.push(mutant(`${asked} → ${name}`, swap(other)))
      }
    }
    for (const found of condition.matchAll(OF_THE_ROW)) {
      const [whole] = found
      made.push(
        mutant(
          `without ${whole}`,
          both((text) => replaceAt(text, condition, found.index, whole, '(true)')),
        ),
      )
    }
    // A `with check` that reads no column and equals `using` never refuses anything that `using` has not.
    if (policy.operation === 'update' && policy.columns.length > 0) {
      made.push(mutant('check loosened', alter(null, 'true')))
    }
    return made
  })
}

const permission = (section: string, action: string) =>
  `private.has_permission('${section}'::text, '${action}'::text)`

/** Only the next one in the list, to save time: the single-permission roles distinguish all of them. */
function othersThan<T extends string>(one: string, all: readonly T[]): T[] {
  const next = all[(all.indexOf(one as T) + 1) % all.length]
  return next ? [next] : []
}

/**
 * `text` with that part of `condition` replaced; if the text differs from `condition`, every occurrence is replaced.
 */
function replaceAt(text: string, condition: string, at: number, part: string, by: string): string {
  return text === condition
    ? text.slice(0, at) + by + text.slice(at + part.length)
    : text.replaceAll(part, by)
}
