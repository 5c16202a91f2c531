import dynamic from 'next/dynamic'
import { Caller } from '@/components/common/caller'
import { Moment } from '@/components/common/relative-time'
import { ResourcePage, type ResourcePageProps } from '@/components/records/resource-page'
import { lateDialog } from '@/components/ui/late-code'
import { StatusBadge } from '@/components/ui/status-badge'
import { prefetchRecords } from '@/hooks/use-record-query'
import { formatLength } from '@/lib/recordings/format'
import type { RowOf } from '@/lib/records/resource'
import { voicemailMessage } from '@/lib/resources/voicemail-message'

const MessageDialog = lateDialog(
  dynamic(() => import('./message-dialog').then((module) => module.MessageDialog)),
)

const CELLS: ResourcePageProps<RowOf<typeof voicemailMessage>>['cells'] = {
  from_number: ({ from_number, from_name, heard }) => (
    <Caller number={from_number} name={from_name} strong={!heard} />
  ),
  account: ({ account }) => <span className="numeric">{account}</span>,
  left_at: ({ left_at }) => <Moment at={left_at} />,
  seconds: ({ seconds }) => formatLength(seconds * 1000),
  heard: ({ heard }) => (
    <StatusBadge tone={heard ? 'neutral' : 'accent'}>{heard ? 'Heard' : 'New'}</StatusBadge>
  ),
}

/** The voicemail messages of a tenant's extensions. */
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
VoicemailPage.ahead = prefetchRecords(voicemailMessage)
