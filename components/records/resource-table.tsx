import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { IconButton } from '@/components/ui/icon-button'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { NoMatchState } from '@/components/ui/no-match-state'
import { StatusBadge } from '@/components/ui/status-badge'
import { useRecordPrefetch } from '@/hooks/use-record'
import { useFieldLabels } from '@/hooks/use-record-labels'
import type { Records } from '@/hooks/use-record-query'
import { rangeText } from '@/lib/lists/page'
import type { RecordRow } from '@/lib/records/field'
import { displayText, type Labels } from '@/lib/records/field-text'
import { isFiltered } from '@/lib/records/record-list'
import { columnLabel, fieldOf, type Resource } from '@/lib/records/resource'
import { sentenceCase } from '@/lib/records/text'
import { testRecordPath } from '@/lib/telephony/simulator/address'

export interface ResourceTableProps<Row extends RecordRow> {
  records: Records<Row>
  cells: Readonly<Record<string, (row: Row) => ReactNode>> | undefined
  rowActions: ((row: Row) => readonly MenuEntry[]) | undefined
  /** Whether rows have a menu. */
  menu: boolean
  /** Whether rows can be selected for bulk actions. */
  selectable: boolean
  onOpen: (id: string) => void
  onCreate: (() => void) | undefined
  onClone: ((row: Row) => void) | undefined
  onDelete: ((row: Row) => void) | undefined
  emptyText: string | undefined
}

/** The rows of a list. */
export function ResourceTable<Row extends RecordRow>({
  records,
  cells,
  rowActions,
  menu,
  selectable,
  onOpen,
  onCreate,
  onClone,
  onDelete,
  emptyText,
}: ResourceTableProps<Row>) {
  const { resource, source, address, query, list, selected, select } = records
  const { tenantId } = source
  const { page, loading, error, retry, count } = list
  const drawn = resource.columns.filter(({ id }) => !cells?.[id]).map(({ id }) => fieldOf(resource, id))
  const labels = useFieldLabels(
    drawn.filter((field) => field !== undefined),
    page?.rows ?? [],
    tenantId,
  )
  const near = useRecordPrefetch(resource)

  function entriesOf(row: Row): MenuEntry[] {
    return [
      { kind: 'action', label: 'Open', onSelect: () => onOpen(row.id) },
      ...(rowActions?.(row) ?? []),
      ...testEntries(row),
      ...(onClone ? [{ kind: 'action' as const, label: 'Clone', onSelect: () => onClone(row) }] : []),
      ...(onDelete
        ? [
            { kind: 'separator' as const },
            { kind: 'action' as const, label: 'Delete', danger: true, onSelect: () => onDelete(row) },
          ]
        : []),
    ]
  }

  function testEntries(row: Row): MenuEntry[] {
    const href = tenantId ? testRecordPath(tenantId, resource.table, row) : undefined
    return href ? [{ kind: 'link', label: 'Test a call', href }] : []
  }

  const menuColumn: Column<Row> = {
    id: 'menu',
    header: 'Actions',
    headerHidden: true,
    phone: 'edge',
    width: 'w-12',
    cell: (row) => (
      <Menu
        trigger={
          <IconButton
            size="sm"
            label={`Actions for ${resource.label(row)}`}
            icon={MoreHorizontal}
            iconSize={16}
          />
        }
        entries={entriesOf(row)}
      />
    ),
  }

  const columns: Column<Row>[] = resource.columns.map((column) => ({
    ...column,
    header: column.header ?? columnLabel(resource, column.id),
    cell: (row) =>
      cells?.[column.id]?.(row) ?? (
        <ResourceCell
          resource={resource}
          column={column.id}
          value={row[column.id]}
          labels={labels}
          narrow={resource.columns.length >= MANY_COLUMNS}
        />
      ),
  }))
  if (menu) columns.push(menuColumn)

  return (
    <DataTable
      label={sentenceCase(resource.plural)}
      columns={columns}
      rows={page?.rows}
      rowKey={(row) => row.id}
      rowHref={(row) => `?record=${row.id}`}
      onRowOpen={(row) => onOpen(row.id)}
      onRowNear={near}
      selection={
        selectable
          ? {
              selected: new Set(selected.keys()),
              rowLabel: resource.label,
              onChange(ids) {
                const known = new Map([
                  ...selected,
                  ...(page?.rows ?? []).map((row) => [row.id, row] as const),
                ])
                select(new Map([...known].filter(([id]) => ids.has(id))))
              },
            }
          : undefined
      }
      sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
      onSortChange={({ column, direction }) => address.sortBy(column, direction === 'desc')}
      loading={loading}
      error={failureOf({ error, loading, retry }, `The ${resource.plural} could not be loaded`)}
      filtered={isFiltered(query)}
      noMatch={
        <NoMatchState
          title={`No ${resource.noun} matches`}
          onClear={address.clear}
          clearLabel="Clear filters"
        />
      }
      empty={
        <EmptyState
          title={`No ${resource.plural} yet`}
          action={onCreate ? <Button onClick={onCreate}>New {resource.noun}</Button> : undefined}
        >
          {emptyText ?? resource.description}
        </EmptyState>
      }
      footer={
        <ListFooter
          list={list}
          range={rangeText(page?.rows.length ?? 0, count, resource)}
          onTurn={address.turnTo}
        />
      }
    />
  )
}

/** From this many columns on, long texts are truncated more, so that the last column stays visible. */
const MANY_COLUMNS = 8

/** A value in a table cell, drawn by its field's kind. */
function ResourceCell({
  resource,
  column,
  value,
  labels,
  narrow,
}: {
  resource: Resource
  column: string
  value: unknown
  labels: Labels
  narrow: boolean
}) {
  const field = fieldOf(resource, column)
  if (column === 'enabled') {
    return <StatusBadge tone={value ? 'success' : 'neutral'}>{value ? 'Enabled' : 'Disabled'}</StatusBadge>
  }
  const text = displayText(field, value, labels)
  if (typeof value === 'boolean')
    return value ? <Badge>{text}</Badge> : <span className="text-text-muted">No</span>
  if (field?.kind === 'mac') return <span className="code">{text}</span>
  if (field?.kind === 'phone') return <span className="numeric">{text}</span>
  if (text === '—') return <span className="text-text-muted">{text}</span>
  const room = !narrow ? 'sm:max-w-80' : column === resource.columns[0]?.id ? 'sm:max-w-72' : 'sm:max-w-44'
  return <span className={cn('inline-block min-w-0 break-words align-bottom sm:truncate', room)}>{text}</span>
}
