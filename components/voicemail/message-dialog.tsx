import { Download, Forward, Play, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { StoredSound } from '@/components/recordings/stored-sound'
import { ReferenceSelect } from '@/components/records/reference-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { ownedBy } from '@/hooks/keys'
import { useMember } from '@/hooks/use-member'
import { useRecord } from '@/hooks/use-record'
import { useDownload } from '@/hooks/use-recordings'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useAction, useRefresh, useWrite } from '@/hooks/use-write'
import { formatDateTime } from '@/lib/dates/format'
import { formatLength } from '@/lib/recordings/format'
import { VOICEMAIL_BUCKET } from '@/lib/recordings/object-path'
import type { RowOf } from '@/lib/records/resource'
import { recordOf } from '@/lib/resources/kinds'
import { voicemailMessage } from '@/lib/resources/voicemail-message'
import { may } from '@/lib/session/permissions'
import { shownNumber } from '@/lib/telephony/routing/record'
import { deleteMessage, forwardMessage, markMessage } from '@/lib/voicemail/message-client'

type Row = RowOf<typeof voicemailMessage>

/** A message: heard, kept as a file, marked, forwarded to another mailbox, deleted. */
export function MessageDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRecord(voicemailMessage, id)
  const message = query.data as Row | null | undefined
  const tenantId = useCurrentTenantId()
  const { permissions } = useMember()
  const write = useWrite()
  const { act, pending } = useAction()
  const [deleting, setDeleting] = useState(false)
  const key = { id, tenantId }
  const mark = async (heard: boolean) => {
    const done = heard ? 'The message is marked as heard.' : 'The message is marked as new.'
    if (await act((supabase) => markMessage(supabase, key, heard), done)) onClose()
  }
  const mayEdit = may(permissions, 'telephony', 'edit')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={message ? `Message for ${message.account}` : 'Message'}
      footer={
        <>
          {message && may(permissions, 'telephony', 'delete') ? (
            <Button
              className="mr-auto"
              variant="danger"
              icon={<Trash2 aria-hidden size={14} />}
              onClick={() => setDeleting(true)}
            >
              Delete
            </Button>
          ) : null}
          {message && mayEdit ? (
            <Button loading={pending} onClick={() => mark(!message.heard)}>
              {message.heard ? 'Mark as new' : 'Mark as heard'}
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
        empty={<EmptyState title="This message is gone">It was deleted, here or on a phone.</EmptyState>}
      >
        {(stored) => (
          <div className="flex flex-col gap-4">
            <Content message={stored as Row} />
            {mayEdit ? <ForwardTo message={stored as Row} onDone={onClose} /> : null}
          </div>
        )}
      </Loaded>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        zIndex={60}
        title="Delete this message?"
        confirmLabel="Delete"
        onConfirm={async () => {
          await write((supabase) => deleteMessage(supabase, key), 'The message was deleted.')
          onClose()
        }}
      >
        It is deleted on the phone too. This cannot be undone.
      </ConfirmDialog>
    </Dialog>
  )
}

function Content({ message }: { message: Row }) {
  const { from_number: number, from_name: name, left_at, seconds } = message
  return (
    <>
      <DescriptionList
        items={[
          {
            term: 'From',
            details: [number ? shownNumber(number) : 'Unknown number', name !== number && name]
              .filter(Boolean)
              .join(', '),
          },
          { term: 'When', details: formatDateTime(left_at) },
          { term: 'Length', details: formatLength(seconds * 1000) },
        ]}
      />
      <Sound message={message} />
    </>
  )
}

function Sound({
  message: { id, tenant_id, path, peaks, duration_ms, sound_problem, left_at },
}: {
  message: Row
}) {
  const download = useDownload()
  const ask = useRefresh()
  const refresh = useCallback(() => ask(ownedBy(tenant_id)), [ask, tenant_id])
  const [listening, setListening] = useState(false)
  if (!path || !peaks || !duration_ms) {
    return (
      <Alert tone={sound_problem ? 'warning' : 'info'}>
        {sound_problem ??
          'The switch has not sent the sound yet. It does so within seconds once it is reached.'}
      </Alert>
    )
  }
  const file = { bucket: VOICEMAIL_BUCKET, path, message: { id, tenantId: tenant_id } } as const
  return (
    <section aria-label="Sound" className="rounded-lg border border-border p-3">
      {listening ? (
        <StoredSound
          file={file}
          peaks={peaks}
          durationMs={duration_ms}
          name="the message"
          autoPlay
          onOpened={refresh}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {listening ? null : (
          <Button size="sm" icon={<Play aria-hidden size={14} />} onClick={() => setListening(true)}>
            Play the message
          </Button>
        )}
        <Button
          size="sm"
          icon={<Download aria-hidden size={14} />}
          onClick={async () => {
            await download(file, `message ${left_at.slice(0, 16).replaceAll(':', '-')}.wav`)
            await refresh()
          }}
        >
          Download
        </Button>
      </div>
    </section>
  )
}

function ForwardTo({
  message: { id, tenant_id, extension_id },
  onDone,
}: {
  message: Row
  onDone: () => void
}) {
  const { act, pending } = useAction()
  const [to, setTo] = useState<string | null>(null)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <FormRow label="Forward to" className="min-w-0 flex-1 basis-64">
        <ReferenceSelect
          to={recordOf('extensions')}
          value={to}
          onChange={setTo}
          required
          without={[extension_id]}
        />
      </FormRow>
      <Button
        disabled={!to}
        loading={pending}
        icon={<Forward aria-hidden size={14} />}
        onClick={async () => {
          const key = { id, tenantId: tenant_id }
          if (to && (await act((supabase) => forwardMessage(supabase, key, to), 'The message is forwarded.')))
            onDone()
        }}
      >
        Forward
      </Button>
    </div>
  )
}
