import { Tick } from './checkbox'
import type { Selection } from './data-table-column'

/** A row's checkbox. */
export function SelectRow<Row>({ id, row, selection }: { id: string; row: Row; selection: Selection<Row> }) {
  const { selected, onChange, rowLabel } = selection
  return (
    <Tick
      label={`Select ${rowLabel(row)}`}
      checked={selected.has(id)}
      onChange={(event) => {
        const next = new Set(selected)
        if (event.target.checked) next.add(id)
        else next.delete(id)
        onChange(next)
      }}
    />
  )
}

/** Selects every visible row; rows of other pages stay selected. */
export function SelectAll<Row>({
  rows,
  rowKey,
  selection,
}: {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selection: Selection<Row>
}) {
  const { selected, onChange } = selection
  const keys = rows.map(rowKey)
  const ticked = keys.filter((key) => selected.has(key)).length
  return (
    <Tick
      label={`Select all ${selection.rows} on this page`}
      disabled={keys.length === 0 || selection.outdated}
      checked={ticked > 0 && ticked === keys.length}
      indeterminate={ticked > 0 && ticked < keys.length}
      onChange={(event) => {
        const others = [...selected].filter((key) => !keys.includes(key))
        onChange(new Set(event.target.checked ? [...others, ...keys] : others))
      }}
    />
  )
}
