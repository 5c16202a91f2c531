import { ReadOnlyRecord } from '@/components/common/read-only-record'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { useMember } from '@/hooks/use-member'
import { useAction } from '@/hooks/use-write'
import { formatDateTime } from '@/lib/dates/format'
import { mail } from '@/lib/resources/mail'
import { may } from '@/lib/session/permissions'
import { dataOf } from '@/lib/supabase/answer'
import { MailStateBadge } from './mail-state'

/** A mail with its text and status, and a button to resend it. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { permissions } = useMember()
  const { act, pending } = useAction()
  const again = async (tenant: string) => {
    const sent = await act(
      async (supabase) => dataOf(await supabase.rpc('send_mail_again', { mail: id, tenant })),
      'The email will be sent again.',
    )
    if (sent) onClose()
  }
  return (
    <ReadOnlyRecord
      resource={mail}
      id={id}
      title={({ subject }) => subject}
      gone="Emails are kept for 90 days."
      actions={({ tenant_id, body }) =>
        tenant_id && body !== null && may(permissions, 'telephony', 'edit') ? (
          <Button className="mr-auto" loading={pending} onClick={() => again(tenant_id)}>
            Send again
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      {({ recipient, state, attempts, problem, created_at, sent_at, body }) => (
        <>
          <DescriptionList
            items={[
              { term: 'To', details: recipient },
              { term: 'State', details: <MailStateBadge state={state} /> },
              { term: 'Written', details: formatDateTime(created_at) },
              ...(sent_at ? [{ term: 'Sent', details: formatDateTime(sent_at) }] : []),
              { term: 'Attempts', details: attempts.toLocaleString('en') },
              ...(problem ? [{ term: 'Why not', details: problem }] : []),
            ]}
          />
          {body === null ? (
            <p className="text-text-muted">
              Its text is not kept, because it holds a PIN or a link. To send another one, go to where it was
              sent from.
            </p>
          ) : (
            <pre className="rounded-lg border border-border p-3 font-sans text-base whitespace-pre-wrap">
              {body}
            </pre>
          )}
        </>
      )}
    </ReadOnlyRecord>
  )
}
