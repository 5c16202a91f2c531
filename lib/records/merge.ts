import type { RecordRow, RecordValues } from './field'
import { differingColumns, sameValue } from './record-client'
import type { ChildTable } from './resource'

/** What two people changed differently: a column, a field of an entry in a child table, or whether that entry stays. */
export interface Question {
  /** `name`, `ring_group_members/<id>/delay`, or `ring_group_members/<id>`. */
  key: string
  column: string
  /** The entry's place among the merged ones, from 1. */
  place?: number
  field?: string
  theirs: unknown
  mine: unknown
}

/** Three states of a record: as it was opened, as the other user saved it, as this user has it. */
export interface Versions {
  base: RecordRow | null
  theirs: RecordRow
  mine: RecordValues
}

interface Merged {
  /** What only one of the two changed, and the answers to the questions. */
  values: RecordValues
  /** The columns among them that this user changed. */
  touched: readonly string[]
  questions: readonly Question[]
}

type Entry = Readonly<Record<string, unknown>> & { id: string }

/** Puts these columns of two people's changes together. Each question is answered by this user's value unless it is `taken` from the other. */
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
    // Whoever took it away did so without a question, unless the other has changed it meanwhile.
    const changed =
      before && Object.keys(left).some((field) => !kept.has(field) && !sameValue(before[field], left[field]))
    const stays = before ? changed && ask(key, undefined, Boolean(they), Boolean(me)) === Boolean(they) : true
    if (stays) rows.push(left)
  }

  // This user's order, unless only the other changed it; what the other one has alone comes last.
  const moved = !sameValue(common(mine, base), common(base, mine))
  const [first, then] = moved ? [mine, theirs] : [theirs, mine]
  const mineById = new Map(mine.map((row) => [row.id, row]))
  const ids = new Set([...first, ...then].map(({ id }) => id))
  for (const id of ids) add(id, was?.get(id), has?.get(id), mineById.get(id))
  return { rows, questions }
}

/** Columns that follow from the list and the database. */
const OF_THE_LIST = ['id', 'tenant_id', 'position', 'version', 'created_at', 'updated_at']

/** The ids of the rows that are among the others, in their order. */
function common(rows: readonly Entry[], others: readonly Entry[]): string[] {
  const known = new Set(others.map(({ id }) => id))
  return rows.flatMap(({ id }) => (known.has(id) ? [id] : []))
}
