import { dequal } from 'dequal'
import { isMoment } from '../dates/day'
import type { RecordRow, RecordValues } from './field'
import type { ChildTable } from './resource'

/** A conflicting change of two users: a column, a field of a child row, or whether that row stays. */
export interface Question {
  /** `name`, `ring_group_members/<id>/delay`, or `ring_group_members/<id>`. */
  key: string
  column: string
  /** Position of the child row among the merged ones, from 1. */
  place?: number
  /** The child row as this user has it, or as the other does if this one removed it. */
  row?: RecordValues
  field?: string
  theirs: unknown
  mine: unknown
}

/** Three states of a record: as opened, as saved by the other user, and as edited by this user. */
export interface Versions {
  base: RecordRow | null
  theirs: RecordRow
  mine: RecordValues
}

type Entry = Readonly<Record<string, unknown>> & { id: string }
type Lists = [base: Entry[], theirs: Entry[], mine: Entry[]]

const OF_THE_DATABASE = ['version', 'created_at', 'updated_at']
/** Columns of a child row that are derived from the list or set by the database. */
const OF_THE_LIST = ['id', 'tenant_id', 'position', ...OF_THE_DATABASE]

/**
 * Merges two users' changes of these columns. Each conflict takes this user's value, unless its key is in `taken`. `touched` are the
 * columns that this user changed, `values` what they become.
 */
export function merge(
  { base, theirs, mine }: Versions,
  columns: readonly string[],
  children: readonly ChildTable[],
  taken: ReadonlySet<string>,
) {
  const questions: Question[] = []

  /** The value that only one user changed, or the answer to a question. */
  function settle<Value>(
    about: Omit<Question, 'theirs' | 'mine'>,
    before: Value,
    theirs: Value,
    mine: Value,
  ) {
    if (sameValue(theirs, mine) || sameValue(before, theirs)) return mine
    if (sameValue(before, mine)) return theirs
    questions.push({ ...about, theirs, mine })
    return taken.has(about.key) ? theirs : mine
  }

  function settleRows({ table, parent }: ChildTable, lists: Lists): Entry[] {
    const [before, they, me] = lists
    const [was, has, now] = lists.map((rows) => new Map(rows.map((row) => [row.id, row])))
    const fieldsOf = (row: Entry) =>
      Object.keys(row).filter((field) => field !== parent && !OF_THE_LIST.includes(field))
    // This user's order, unless only the other user changed it; rows added by the other user come last.
    const moved = !sameValue(common(me, before), common(before, me))
    const order = moved ? [...me, ...they] : [...they, ...me]
    const rows: Entry[] = []
    for (const id of new Set(order.map((row) => row.id))) {
      const [old, theirs, mine] = [was?.get(id), has?.get(id), now?.get(id)]
      const about = { key: `${table}/${id}`, column: table, place: rows.length + 1, row: mine ?? theirs }
      const left = theirs ?? mine
      if (theirs && mine) {
        const settled = fieldsOf(mine).map((field) => {
          const at = { ...about, key: `${about.key}/${field}`, field }
          return [field, settle(at, old?.[field], theirs[field], mine[field])]
        })
        rows.push({ ...mine, ...Object.fromEntries(settled) })
      } else if (left && !old) {
        rows.push(left)
      } else if (left && old && fieldsOf(left).some((field) => !sameValue(old[field], left[field]))) {
        // One user removed a row that the other changed.
        if (settle(about, null, Boolean(theirs), Boolean(mine))) rows.push(left)
      }
    }
    return rows
  }

  const touched = differingColumns(base ?? {}, mine, columns)
  const settled = touched.map((column) => {
    const lists = [base?.[column] ?? [], theirs[column], mine[column]]
    const child = children.find(({ table }) => table === column)
    return [
      column,
      child && lists.every(isEntries)
        ? settleRows(child, lists as Lists)
        : settle({ key: column, column }, base?.[column], theirs[column], mine[column]),
    ]
  })
  const values: RecordValues = Object.fromEntries(settled)
  return { values, touched, questions }
}

function isEntries(rows: unknown): rows is Entry[] {
  return Array.isArray(rows) && rows.every((row) => typeof row?.id === 'string' && row.id !== '')
}

/** The ids that both lists have, in the order of `rows`. */
function common(rows: readonly Entry[], others: readonly Entry[]): string[] {
  const known = new Set(others.map(({ id }) => id))
  return rows.flatMap(({ id }) => (known.has(id) ? [id] : []))
}

/** The columns in which two states of a record differ. */
export function differingColumns(
  one: RecordValues,
  other: RecordValues,
  columns: readonly string[],
): string[] {
  return columns.filter((column) => !sameValue(one[column], other[column]))
}

/** Whether two values of a column are equal, ignoring columns maintained by the database and the spelling of moments. */
function sameValue(one: unknown, other: unknown): boolean {
  const bare = (value: unknown) => JSON.parse(JSON.stringify(value ?? null, comparable))
  return dequal(bare(one), bare(other))
}

const comparable = (key: string, inner: unknown) =>
  OF_THE_DATABASE.includes(key) ? undefined : isMoment(inner) ? Date.parse(String(inner)) : inner
