import type { RecordRow, RecordValues } from './field'
import { differingColumns, sameValue } from './record-client'
import type { ChildTable } from './resource'

/** A conflicting change of two users: a column, a field of a child row, or whether that row stays. */
export interface Question {
  /** `name`, `ring_group_members/<id>/delay`, or `ring_group_members/<id>`. */
  key: string
  column: string
  /** Position of the row among the merged ones, from 1. */
  place?: number
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

interface Merged {
  /** Merged values: changes made by one user only, and the answers to the questions. */
  values: RecordValues
  /** The columns that this user changed. */
  touched: readonly string[]
  questions: readonly Question[]
}

type Entry = Readonly<Record<string, unknown>> & { id: string }

/** Merges two users' changes of these columns. Each conflict takes this user's value, unless its key is in `taken`. */
export function merge(
  { base, theirs, mine }: Versions,
  columns: readonly string[],
  children: readonly ChildTable[],
  taken: ReadonlySet<string>,
): Merged {
  const touched = differingColumns(base ?? {}, mine, columns)
  const values: RecordValues = {}
  const questions: Question[] = []
  for (const column of touched) {
    const lists = [base?.[column] ?? [], theirs[column], mine[column]]
    const child = children.find(({ table }) => table === column)
    if (child && lists.every(isEntries)) {
      const merged = mergeEntries(child, lists as [Entry[], Entry[], Entry[]], taken)
      values[column] = merged.rows
      questions.push(...merged.questions)
      continue
    }
    const open =
      !sameValue(theirs[column], mine[column]) && !(base && sameValue(base[column], theirs[column]))
    if (open) questions.push({ key: column, column, theirs: theirs[column], mine: mine[column] })
    values[column] = open && taken.has(column) ? theirs[column] : mine[column]
  }
  return { values, touched, questions }
}

function isEntries(rows: unknown): rows is Entry[] {
  return Array.isArray(rows) && rows.every((row) => typeof row?.id === 'string' && row.id !== '')
}

function mergeEntries(
  { table, parent }: ChildTable,
  [base, theirs, mine]: [Entry[], Entry[], Entry[]],
  taken: ReadonlySet<string>,
) {
  const [was, has] = [base, theirs].map((rows) => new Map(rows.map((row) => [row.id, row])))
  const kept = new Set([...OF_THE_LIST, parent])
  const questions: Question[] = []
  const rows: Entry[] = []

  function add(id: string, before: Entry | undefined, they: Entry | undefined, me: Entry | undefined) {
    const key = `${table}/${id}`
    const place = rows.length + 1
    const ask = (name: string, field: string | undefined, one: unknown, other: unknown) => {
      questions.push({ key: name, column: table, place, field, theirs: one, mine: other })
      return taken.has(name)
    }
    if (they && me) {
      const fields = Object.keys(me).filter((field) => !kept.has(field) && !sameValue(they[field], me[field]))
      const theirFields = fields.filter((field) => {
        if (before && sameValue(before[field], me[field])) return true
        if (before && sameValue(before[field], they[field])) return false
        return ask(`${key}/${field}`, field, they[field], me[field])
      })
      rows.push({ ...me, ...Object.fromEntries(theirFields.map((field) => [field, they[field]])) })
      return
    }
    const left = they ?? me
    if (!left) return
    // Removing the row asks no question, unless the other user has changed it meanwhile.
    const changed =
      before && Object.keys(left).some((field) => !kept.has(field) && !sameValue(before[field], left[field]))
    const stays = before ? changed && ask(key, undefined, Boolean(they), Boolean(me)) === Boolean(they) : true
    if (stays) rows.push(left)
  }

  // This user's order, unless only the other user changed it; rows added by the other user come last.
  const moved = !sameValue(common(mine, base), common(base, mine))
  const [first, then] = moved ? [mine, theirs] : [theirs, mine]
  const mineById = new Map(mine.map((row) => [row.id, row]))
  const ids = new Set([...first, ...then].map(({ id }) => id))
  for (const id of ids) add(id, was?.get(id), has?.get(id), mineById.get(id))
  return { rows, questions }
}

/** Columns derived from the list or set by the database. */
const OF_THE_LIST = ['id', 'tenant_id', 'position', 'version', 'created_at', 'updated_at']

/** The ids that both lists have, in the order of `rows`. */
function common(rows: readonly Entry[], others: readonly Entry[]): string[] {
  const known = new Set(others.map(({ id }) => id))
  return rows.flatMap(({ id }) => (known.has(id) ? [id] : []))
}
