import { Download, Forward, Play } from 'lucide-react'
import { useCallback, useState } from 'react'
import { callerText } from '@/components/common/caller'
import { ReadOnlyRecord } from '@/components/common/read-only-record'
import { ReferenceSelect } from '@/components/common/reference-select'
import { StoredSound } from '@/components/recordings/stored-sound'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DescriptionList } from '@/components/ui/description-list'
import { FormRow } from '@/components/ui/form-row'
import { useWhileShown } from '@/components/ui/use-while-shown'
import { ownedBy } from '@/hooks/keys'
import { useMember } from '@/hooks/use-member'
import { useFileDownload } from '@/hooks/use-stored-file'
import { useCurrentTenant, useCurrentTenantId } from '@/hooks/use-tenant'
import { useAction, useRefresh } from '@/hooks/use-write'
import { formatDateTime } from '@/lib/dates/format'
import { fileTime } from '@/lib/dates/wall-input'
import { formatLength } from '@/lib/recordings/format'
import { VOICEMAIL_BUCKET } from '@/lib/recordings/object-path'
import type { RowOf } from '@/lib/records/resource'
import { recordOf } from '@/lib/resources/kinds'
import { voicemailMessage } from '@/lib/resources/voicemail-message'
import { may } from '@/lib/session/permissions'
import { forwardMessage, markMessage } from '@/lib/voicemail/message-client'

type Row = RowOf<typeof voicemailMessage>

/** A voicemail message: play, download, mark, forward to another mailbox, delete. */
export function MessageDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const tenant = useCurrentTenantId()
  const { permissions } = useMember()
  const { act, pending } = useAction()
  const mayEdit = may(permissions, 'telephony', 'edit')
  const closeOnceDone = useWhileShown(onClose)
  const mark = async (heard: boolean) => {
    const marked = await act(
      (supabase) => markMessage(supabase, tenant, id, heard),
      heard ? 'The message is marked as heard.' : 'The message is marked as new.',
    )
    if (marked) closeOnceDone()
  }
  return (
    <ReadOnlyRecord
      resource={voicemailMessage}
      id={id}
      title={({ account }) => `Message for ${account}`}
      gone="It was deleted, here or on a phone."
      deletion="It is deleted on the phone too. This cannot be undone."
      actions={({ heard }) =>
        mayEdit ? (
          <Button loading={pending} onClick={() => mark(!heard)}>
            {heard ? 'Mark as new' : 'Mark as heard'}
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      {(message) => (
        <>
          <DescriptionList
            items={[
              { term: 'From', details: callerText(message.from_number, message.from_name) },
              { term: 'When', details: formatDateTime(message.left_at) },
              { term: 'Length', details: formatLength(message.seconds * 1000) },
            ]}
          />
          <Sound message={message} />
          {mayEdit ? <ForwardTo message={message} onDone={closeOnceDone} /> : null}
        </>
      )}
    </ReadOnlyRecord>
  )
}

function Sound({
  message: { id, tenant_id, path, peaks, duration_ms, sound_problem, left_at },
}: {
  message: Row
}) {
  const { download, pending } = useFileDownload()
  const { time_zone: zone } = useCurrentTenant()
  const ask = useRefresh()
  const refresh = useCallback(() => ask(ownedBy(tenant_id)), [ask, tenant_id])
  const [listening, setListening] = useState(false)
  if (!path || !peaks || !duration_ms) {
    return (
      <Alert tone={sound_problem ? 'warning' : 'info'}>
        {sound_problem ??
          'The switch has not sent the audio yet. It does so within seconds once it can be reached and serves this tenant.'}
      </Alert>
    )
  }
  const file = { bucket: VOICEMAIL_BUCKET, path, message: { id, tenantId: tenant_id } } as const
  return (
    <section aria-label="Sound" className="flex flex-col gap-3 rounded-lg border border-border p-3">
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
          <Button size="sm" icon={Play} onClick={() => setListening(true)}>
            Play the message
          </Button>
        )}
        <Button
          size="sm"
          icon={Download}
          loading={pending}
          onClick={async () => {
            await download(file, `message ${fileTime(zone, left_at)}.wav`)
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
  // Repeated after a lost response, it is the same request; to another mailbox, it is another.
  const [request, setRequest] = useState(() => crypto.randomUUID())
  return (
    <div className="flex flex-wrap items-end gap-2">
      <FormRow label="Forward to" className="min-w-0 flex-1 basis-64">
        <ReferenceSelect
          to={recordOf('extensions')}
          value={to}
          onChange={(chosen) => {
            setTo(chosen)
            setRequest(crypto.randomUUID())
          }}
          required
          without={[extension_id]}
        />
      </FormRow>
      <Button
        disabled={!to}
        loading={pending}
        icon={Forward}
        onClick={async () => {
          if (!to) return
          const asked = { message: id, tenant: tenant_id, extension: to, request }
          const forwarded = await act(
            (supabase) => forwardMessage(supabase, asked),
            'The message is forwarded.',
          )
          if (forwarded) onDone()
        }}
      >
        Forward
      </Button>
    </div>
  )
}
