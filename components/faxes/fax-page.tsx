import { Printer } from 'lucide-react'
import dynamic from 'next/dynamic'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { Moment } from '@/components/common/moment'
import { ResourceHeader } from '@/components/records/resource-header'
import { ResourceToolbar } from '@/components/records/resource-toolbar'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { NoMatchState } from '@/components/ui/no-match-state'
import { recordsAhead, useRecords } from '@/hooks/use-record-query'
import { rangeText } from '@/lib/lists/page'
import { isFiltered } from '@/lib/records/record-list'
import type { RowOf } from '@/lib/records/resource'
import { fax } from '@/lib/resources/fax'
import { shownNumber } from '@/lib/telephony/routing/record'
import { FaxState } from './fax-state'

const FaxDialog = dynamic(() => import('./fax-dialog').then((module) => module.FaxDialog))

type Row = RowOf<typeof fax>

const CELLS: Record<string, Column<Row>['cell']> = {
  from_number: ({ from_number: number, from_station: station }) => (
    <span className="flex min-w-0 flex-col">
      <span className="numeric">{number ? shownNumber(number) : 'Unknown number'}</span>
      {station && station !== number ? (
        <span className="truncate text-sm text-text-muted">{station}</span>
      ) : null}
    </span>
  ),
  box: ({ box }) => box,
  received_at: ({ received_at }) => <Moment at={received_at} />,
  pages: ({ pages }) => pages,
  problem: (row) => <FaxState fax={row} />,
}

const COLUMNS = fax.columns.map((column) => ({
  ...column,
  header: column.header ?? 'Pages',
  cell: CELLS[column.id],
})) as readonly Column<Row>[]

/** The faxes that came to a tenant's fax boxes. */
export function FaxPage() {
  const records = useRecords(fax)
  const { address, query, list } = records
  const { page, count } = list
  const shown = page?.rows.length ?? 0
  return (
    <>
      <ResourceHeader records={records} onCreate={undefined} afterImport={undefined} actions={null} />
      <ResourceToolbar records={records} />
      <DataTable
        label="Faxes"
        columns={COLUMNS}
        rows={page?.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `?record=${row.id}`}
        onRowOpen={(row) => address.open(row.id)}
        sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
        onSortChange={({ column, direction }) => address.sortBy(column, direction === 'desc')}
        loading={list.loading}
        error={failureOf(list, 'The faxes could not be loaded')}
        filtered={isFiltered(query)}
        noMatch={<NoMatchState title="No fax matches" onClear={address.clear} clearLabel="Clear filters" />}
        empty={
          <EmptyState icon={<Printer size={18} />} title="No faxes">
            Faxes appear here as they come to the tenant’s fax boxes, where its switch has an agent.
          </EmptyState>
        }
        footer={
          shown > 0 ? (
            <ListFooter list={list} range={rangeText(shown, count, fax)} onTurn={address.turnTo} />
          ) : undefined
        }
      />
      {address.record ? <FaxDialog id={address.record} onClose={() => address.open(null)} /> : null}
    </>
  )
}
FaxPage.ahead = recordsAhead(fax)
