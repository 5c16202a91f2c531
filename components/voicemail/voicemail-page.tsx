import dynamic from 'next/dynamic'
import { Moment } from '@/components/common/moment'
import { ResourcePage, type ResourcePageProps } from '@/components/records/resource-page'
import { cn } from '@/components/ui/cn'
import { StatusBadge } from '@/components/ui/status-badge'
import { recordsAhead } from '@/hooks/use-record-query'
import { formatLength } from '@/lib/recordings/format'
import type { RowOf } from '@/lib/records/resource'
import { voicemailMessage } from '@/lib/resources/voicemail-message'
import { shownNumber } from '@/lib/telephony/routing/record'

const MessageDialog = dynamic(() => import('./message-dialog').then((module) => module.MessageDialog))

const CELLS: ResourcePageProps<RowOf<typeof voicemailMessage>>['cells'] = {
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

/** What callers left in the mailboxes of a tenant's extensions. */
export function VoicemailPage() {
  return (
    <ResourcePage
      resource={voicemailMessage}
      cells={CELLS}
      dialog={MessageDialog}
      emptyText="Messages appear here as callers leave them, where the tenant’s switch has an agent."
    />
  )
}
VoicemailPage.ahead = recordsAhead(voicemailMessage)
