import { MailStateBadge } from '@/components/mails/mail-state'
import { TextLink } from '@/components/ui/text-link'
import { useFaxMails } from '@/hooks/use-fax-mails'
import { failureMessage } from '@/lib/errors'
import { tenantPath } from '@/lib/record-paths'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'

/** Who was emailed a fax, and why not. */
export function FaxMails({ faxId, tenantId }: { faxId: string; tenantId: string }) {
  const { data: mails, error } = useFaxMails(tenantId, faxId)
  if (!mails && error) return failureMessage(error)
  if (mails?.length === 0) return `Nobody in the last ${KEPT_DAYS.mails} days`
  return (
    <ul className="flex flex-col gap-1">
      {mails?.map(({ id, recipient, state, problem }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <TextLink
            href={`${tenantPath(tenantId)}/mails?record=${id}`}
            className="break-all text-accent-text"
          >
            {recipient}
          </TextLink>
          <MailStateBadge state={state} />
          {problem ? <span className="basis-full text-sm text-text-muted">{problem}</span> : null}
        </li>
      ))}
    </ul>
  )
}
