import { uniqBy } from 'es-toolkit/array'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { LongText } from '@/components/ui/long-text'
import type { MenuEntry } from '@/components/ui/menu'
import { NoMatchState } from '@/components/ui/no-match-state'
import { RowMenu } from '@/components/ui/row-menu'
import { StatusBadge } from '@/components/ui/status-badge'
import { useRecordPrefetch } from '@/hooks/use-record'
import { useFieldLabels } from '@/hooks/use-record-labels'
import type { Records } from '@/hooks/use-record-query'
import { NO_VALUE } from '@/lib/figures'
import { labeledBy } from '@/lib/labels'
import { rangeText } from '@/lib/lists/page'
import type { RecordRow } from '@/lib/records/field'
import { displayText } from '@/lib/records/field-text'
import { isFiltered } from '@/lib/records/record-list'
import { columnLabel, fieldOf } from '@/lib/records/resource'
import { sentenceCase } from '@/lib/words'
import type { ResourcePageProps } from './resource-page'

/** From this many columns on, long texts are truncated more, so that the last column stays visible. */
const MANY_COLUMNS = 8

/** The rows of a list. */
export function ResourceTable<Row extends RecordRow>({
  records: { resource, source, address, query, list, selected, select },
  cells = {},
  emptyText,
  entriesOf,
  selectable,
  onOpen,
  onCreate,
}: Pick<ResourcePageProps<Row>, 'cells' | 'emptyText'> & {
  records: Records<Row>
  entriesOf?: (row: Row) => MenuEntry[]
  selectable: boolean
  onOpen: (id: string) => void
  onCreate?: () => void
}) {
  const { noun, plural } = resource
  const rows = list.page?.rows
  // A page's own cell can leave a row to the column, which it rarely does. Only what is labeled is worth a look at each row.
  const left = (id: string) => (rows ? rows.some((row) => (cells[id]?.(row) ?? null) === null) : !cells[id])
  const drawn = resource.columns.flatMap(({ id }) => {
    const field = fieldOf(resource, id)
    return field && labeledBy(field) && left(id) ? [field] : []
  })
  const labels = useFieldLabels(drawn, rows, source.tenantId)
  const near = useRecordPrefetch(resource)
  const narrow = resource.columns.length >= MANY_COLUMNS

  const columns = resource.columns.map((column, place): Column<Row> => {
    const { id, header = columnLabel(resource, id) } = column
    const room = narrow ? (place === 0 ? 'sm:max-w-72' : 'sm:max-w-44') : 'sm:max-w-60 2xl:max-w-80'
    const drawnCell = (row: Row) => {
      const field = fieldOf(resource, id)
      const text = displayText(field, row[id], labels)
      return <Cell kind={id === 'enabled' ? id : field?.kind} value={row[id]} text={text} room={room} />
    }
    const cell = (row: Row) => {
      const own = cells[id]?.(row) ?? drawnCell(row)
      return typeof own === 'string' ? <LongText text={own} room={room} /> : own
    }
    return { ...column, header, cell }
  })
  if (entriesOf)
    columns.push({
      id: 'menu',
      header: 'Actions',
      headerHidden: true,
      phone: 'edge',
      width: 'w-12',
      cell: (row) => <RowMenu label={`Actions for ${resource.label(row)}`} entries={entriesOf(row)} />,
    })

  return (
    <DataTable
      label={sentenceCase(plural)}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => address.pathOf(row.id)}
      onRowOpen={(row) => onOpen(row.id)}
      onRowNear={near}
      selection={
        selectable
          ? {
              selected: new Set(selected.map(({ id }) => id)),
              outdated: list.outdated,
              rowLabel: resource.label,
              rows: plural,
              onChange(ids) {
                const known = uniqBy([...selected, ...(rows ?? [])], ({ id }) => id)
                select(known.filter(({ id }) => ids.has(id)))
              },
            }
          : undefined
      }
      sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
      onSortChange={({ column, direction }) => address.sortBy(column, direction === 'desc')}
      outdated={list.outdated}
      error={failureOf(list, `The ${plural} could not be loaded`)}
      filtered={isFiltered(query)}
      noMatch={
        <NoMatchState title={`No ${noun} matches`} onClear={address.clear} clearLabel="Clear filters" />
      }
      empty={
        <EmptyState
          title={`No ${plural} yet`}
          action={onCreate ? <Button onClick={onCreate}>New {noun}</Button> : undefined}
        >
          {emptyText ?? resource.description}
        </EmptyState>
      }
      footer={
        <ListFooter
          list={list}
          range={rangeText(rows?.length ?? 0, list.count, resource)}
          onTurn={address.turnTo}
        />
      }
    />
  )
}

/** A value in a table cell, drawn by its field's kind. */
function Cell({ kind, value, text, room }: { kind?: string; value: unknown; text: string; room: string }) {
  if (kind === 'enabled')
    return <StatusBadge tone={value ? 'success' : 'neutral'}>{value ? 'Enabled' : 'Disabled'}</StatusBadge>
  if (value === true) return <Badge>{text}</Badge>
  if (kind === 'mac') return <span className="code">{text}</span>
  if (kind === 'phone') return <span className="numeric">{text}</span>
  if (value === false || text === NO_VALUE) return <span className="text-text-muted">{text}</span>
  return <LongText text={text} room={room} />
}
