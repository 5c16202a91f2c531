import { Voicemail } from 'lucide-react'
import dynamic from 'next/dynamic'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { Moment } from '@/components/common/moment'
import { ResourceHeader } from '@/components/records/resource-header'
import { ResourceToolbar } from '@/components/records/resource-toolbar'
import { cn } from '@/components/ui/cn'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { NoMatchState } from '@/components/ui/no-match-state'
import { StatusBadge } from '@/components/ui/status-badge'
import { recordsAhead, useRecords } from '@/hooks/use-record-query'
import { rangeText } from '@/lib/lists/page'
import { formatLength } from '@/lib/recordings/format'
import { isFiltered } from '@/lib/records/record-list'
import type { RowOf } from '@/lib/records/resource'
import { voicemailMessage } from '@/lib/resources/voicemail-message'
import { shownNumber } from '@/lib/telephony/routing/record'

const MessageDialog = dynamic(() => import('./message-dialog').then((module) => module.MessageDialog))

type Row = RowOf<typeof voicemailMessage>

const CELLS: Record<string, Column<Row>['cell']> = {
  from_number: ({ from_number: number, from_name: name, heard }) => (
    <span className={cn('flex min-w-0 flex-col', !heard && 'font-semibold')}>
      <span className="numeric">{number ? shownNumber(number) : 'Unknown number'}</span>
      {name && name !== number ? <span className="truncate text-sm text-text-muted">{name}</span> : null}
    </span>
  ),
  account: ({ account }) => <span className="numeric">{account}</span>,
  left_at: ({ left_at }) => <Moment at={left_at} />,
  seconds: ({ seconds }) => formatLength(seconds * 1000),
  heard: ({ heard }) => (
    <StatusBadge tone={heard ? 'neutral' : 'accent'}>{heard ? 'Heard' : 'New'}</StatusBadge>
  ),
}

const COLUMNS = voicemailMessage.columns.map((column) => ({
  ...column,
  header: column.header ?? column.id,
  cell: CELLS[column.id],
})) as readonly Column<Row>[]

/** What callers left in the mailboxes of a tenant's extensions. */
export function VoicemailPage() {
  const records = useRecords(voicemailMessage)
  const { address, query, list } = records
  const { page, count } = list
  const shown = page?.rows.length ?? 0
  return (
    <>
      <ResourceHeader records={records} onCreate={undefined} afterImport={undefined} actions={null} />
      <ResourceToolbar records={records} />
      <DataTable
        label="Messages"
        columns={COLUMNS}
        rows={page?.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `?record=${row.id}`}
        onRowOpen={(row) => address.open(row.id)}
        sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
        onSortChange={({ column, direction }) => address.sortBy(column, direction === 'desc')}
        loading={list.loading}
        error={failureOf(list, 'The messages could not be loaded')}
        filtered={isFiltered(query)}
        noMatch={
          <NoMatchState title="No message matches" onClear={address.clear} clearLabel="Clear filters" />
        }
        empty={
          <EmptyState icon={<Voicemail size={18} />} title="No messages">
            Messages appear here as callers leave them, where the tenant’s switch has an agent.
          </EmptyState>
        }
        footer={
          shown > 0 ? (
            <ListFooter
              list={list}
              range={rangeText(shown, count, voicemailMessage)}
              onTurn={address.turnTo}
            />
          ) : undefined
        }
      />
      {address.record ? <MessageDialog id={address.record} onClose={() => address.open(null)} /> : null}
    </>
  )
}
VoicemailPage.ahead = recordsAhead(voicemailMessage)
