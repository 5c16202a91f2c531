import dynamic from 'next/dynamic'
import { Moment } from '@/components/common/relative-time'
import { ResourcePage, type ResourcePageProps } from '@/components/records/resource-page'
import { lateDialog } from '@/components/ui/late-code'
import { prefetchRecords } from '@/hooks/use-record-query'
import type { RowOf } from '@/lib/records/resource'
import { mail } from '@/lib/resources/mail'
import { MailStateBadge } from './mail-state'

export const MailDialog = lateDialog(
  dynamic(() => import('./mail-dialog').then((module) => module.MailDialog)),
)

export const CELLS: ResourcePageProps<RowOf<typeof mail>>['cells'] = {
  subject: ({ subject }) => <span className="whitespace-normal">{subject}</span>,
  recipient: ({ recipient }) => <span className="break-all whitespace-normal">{recipient}</span>,
  created_at: ({ created_at }) => <Moment at={created_at} />,
  state: ({ state, problem }) => (
    <span className="flex min-w-0 flex-col max-sm:items-end">
      <MailStateBadge state={state} />
      {problem ? <span className="text-sm whitespace-normal text-text-muted">{problem}</span> : null}
    </span>
  ),
}

/** A tenant's mails: recipient, status, and why one was not sent. */
export function MailPage() {
  return (
    <ResourcePage
      resource={mail}
      cells={CELLS}
      dialog={MailDialog}
      emptyText="Emails about 911 calls, missed calls, voicemail, faxes, PINs and invitations appear here."
    />
  )
}
MailPage.ahead = prefetchRecords(mail)
