import { Mail } from 'lucide-react'
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
import { mail } from '@/lib/resources/mail'
import { MailStateBadge } from './mail-state'

const MailDialog = dynamic(() => import('./mail-dialog').then((module) => module.MailDialog))

type Row = RowOf<typeof mail>

const CELLS: Record<string, Column<Row>['cell']> = {
  subject: ({ subject }) => <span className="whitespace-normal">{subject}</span>,
  recipient: ({ recipient }) => <span className="break-all whitespace-normal">{recipient}</span>,
  created_at: ({ created_at }) => <Moment at={created_at} />,
  state: ({ state, problem }) => (
    <span className="flex min-w-0 flex-col">
      <MailStateBadge state={state} />
      {problem ? <span className="text-sm whitespace-normal text-text-muted">{problem}</span> : null}
    </span>
  ),
}

const COLUMNS = mail.columns.map((column) => ({
  ...column,
  header: column.header ?? column.id,
  cell: CELLS[column.id],
}))

/** The mails about a tenant's calls: whom each went to, whether it was sent, and why not. */
export function MailPage() {
  const records = useRecords(mail)
  const { address, query, list } = records
  const { page, count } = list
  const shown = page?.rows.length ?? 0
  return (
    <>
      <ResourceHeader records={records} onCreate={undefined} afterImport={undefined} actions={null} />
      <ResourceToolbar records={records} />
      <DataTable
        label="Mails"
        columns={COLUMNS as readonly Column<Row>[]}
        rows={page?.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `?record=${row.id}`}
        onRowOpen={(row) => address.open(row.id)}
        sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
        onSortChange={({ column, direction }) => address.sortBy(column, direction === 'desc')}
        loading={list.loading}
        error={failureOf(list, 'The mails could not be loaded')}
        filtered={isFiltered(query)}
        noMatch={<NoMatchState title="No mail matches" onClear={address.clear} clearLabel="Clear filters" />}
        empty={
          <EmptyState icon={<Mail size={18} />} title="No mails yet">
            A 911 call is mailed to the addresses in the settings, a missed call to its ring group’s.
          </EmptyState>
        }
        footer={
          shown > 0 ? (
            <ListFooter list={list} range={rangeText(shown, count, mail)} onTurn={address.turnTo} />
          ) : undefined
        }
      />
      {address.record ? <MailDialog id={address.record} onClose={() => address.open(null)} /> : null}
    </>
  )
}
MailPage.ahead = recordsAhead(mail)
