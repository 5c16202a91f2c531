import { ReadOnlyRecord } from '@/components/common/read-only-record'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { TextLink } from '@/components/ui/text-link'
import { useWhileShown } from '@/components/ui/use-while-shown'
import { useMember } from '@/hooks/use-member'
import { useAction } from '@/hooks/use-write'
import { formatDateTime } from '@/lib/dates/format'
import { formatFigure } from '@/lib/figures'
import { sendAgain } from '@/lib/mail/mail-client'
import { SALES_PATH, tenantPath } from '@/lib/record-paths'
import { mail } from '@/lib/resources/mail'
import { may } from '@/lib/session/permissions'
import { KEPT_DAYS } from '@/lib/supabase/kept-days'
import { MailStateBadge } from './mail-state'

const ATTACHED: Readonly<Record<string, string>> = {
  voicemail: 'The message, while it is kept',
  fax: 'The fax, while it is kept',
}

/** A mail with its text and status, and a button to resend it. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { permissions } = useMember()
  const { act, pending } = useAction()
  const closeOnceSent = useWhileShown(onClose)
  const again = async (tenant: string, seen: string | undefined) => {
    const sent = await act((supabase) => sendAgain(supabase, tenant, id, seen), 'The email is on its way.')
    if (sent) closeOnceSent()
  }
  return (
    <ReadOnlyRecord
      resource={mail}
      id={id}
      title={({ subject }) => subject}
      gone={`Emails are kept for ${KEPT_DAYS.mails} days.`}
      actions={({ tenant_id, body, sent_at, given_up_at }) =>
        tenant_id && body !== null && may(permissions, 'telephony', 'edit') ? (
          <Button
            className="mr-auto"
            loading={pending}
            onClick={() => again(tenant_id, sent_at ?? given_up_at ?? undefined)}
          >
            Send again
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      {({
        kind,
        tenant_id,
        recipient,
        state,
        attempts,
        problem,
        created_at,
        due_at,
        sent_at,
        body,
        attachment,
      }) => (
        <>
          <DescriptionList
            items={[
              { term: 'To', details: recipient },
              { term: 'State', details: <MailStateBadge state={state} /> },
              { term: 'Written', details: formatDateTime(created_at) },
              ...(sent_at ? [{ term: 'Sent', details: formatDateTime(sent_at) }] : []),
              { term: 'Attempts', details: formatFigure(attempts) },
              ...(problem ? [{ term: 'Why not', details: problem }] : []),
              ...(state === 'retrying' ? [{ term: 'Next attempt', details: formatDateTime(due_at) }] : []),
              ...(attachment ? [{ term: 'Attached', details: ATTACHED[kind] }] : []),
            ]}
          />
          {body === null ? (
            <p className="text-text-muted">
              Its text is not kept, because it holds a PIN or a link. To send another, go to{' '}
              <SentFrom kind={kind} tenantId={tenant_id} />.
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

/** Where a mail with a secret is sent from. */
function SentFrom({ kind, tenantId }: { kind: string; tenantId: string | null }) {
  const [label, href] = sentFrom(kind, tenantId)
  return (
    <TextLink href={href} className="text-accent-text">
      {label}
    </TextLink>
  )
}

function sentFrom(kind: string, tenantId: string | null): [label: string, href: string] {
  if (kind === 'quote') return ['Sales', SALES_PATH]
  if (tenantId === null) return ['Users', '/app/superadmin/users']
  if (kind === 'pin') return ['Extensions', `${tenantPath(tenantId)}/extensions`]
  return ['Users', `${tenantPath(tenantId)}/users`]
}
