import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { useMember } from '@/hooks/use-member'
import { useRecord } from '@/hooks/use-record'
import { useAction } from '@/hooks/use-write'
import { formatDateTime } from '@/lib/dates/format'
import { sendMailAgain } from '@/lib/mail/mail-client'
import type { RowOf } from '@/lib/records/resource'
import { mail } from '@/lib/resources/mail'
import { may } from '@/lib/session/permissions'
import { MailStateBadge } from './mail-state'

/** A mail with its text and what became of it, and a way to send it again. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRecord(mail, id)
  const { permissions } = useMember()
  const { act, pending } = useAction()
  const stored = query.data as Row | null | undefined
  const again = async ({ tenant_id }: Row) => {
    if (await act((supabase) => sendMailAgain(supabase, tenant_id, id), 'The mail is sent again.')) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      fullScreenOnPhone={false}
      title={stored?.subject ?? 'Mail'}
      footer={
        <>
          {stored && may(permissions, 'telephony', 'edit') ? (
            <Button className="mr-auto" loading={pending} onClick={() => again(stored)}>
              Send again
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Loaded
        query={query}
        empty={<EmptyState title="This mail is gone">Mails are kept for 90 days.</EmptyState>}
      >
        {(found) => <Content mail={found as Row} />}
      </Loaded>
    </Dialog>
  )
}

type Row = RowOf<typeof mail>

function Content({
  mail: { recipient, state, attempts, problem, created_at, sent_at, body },
}: {
  mail: Row
}) {
  return (
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
      <pre className="mt-3 rounded-lg border border-border p-3 font-sans text-base whitespace-pre-wrap">
        {body}
      </pre>
    </>
  )
}
