import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Progress } from '@/components/ui/progress'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { RUNNING, useUnsavedChanges } from '@/hooks/use-unsaved-changes'
import { useWrite } from '@/hooks/use-write'
import { megabytes } from '@/lib/recordings/format'
import { addRecording, addSpoken, type RecordingAttempt } from '@/lib/recordings/upload'
import { RECORDINGS } from '@/lib/supabase/constraints'

/** Creates a recording from an audio file, or from synthesized speech. */
export function CreateRecording({
  startsSpoken = false,
  onClose,
  onCreated,
}: {
  startsSpoken?: boolean
  onClose: () => void
  onCreated?: (id: string) => void
}) {
  const tenantId = useCurrentTenantId()
  const write = useWrite()
  const [isSpoken, setSpoken] = useState(startsSpoken)
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [share, setShare] = useState<number | null>(null)
  const [attempt] = useState<RecordingAttempt>(() => ({ id: crypto.randomUUID() }))
  const working = share !== null
  const { leave } = useUnsavedChanges(working, { question: RUNNING })
  const draft = useDraft<{ name: string; text: string }>(
    `recording ${tenantId} spoken`,
    null,
    { ...(name && { name }), ...(text && { text }) },
    (typed) => {
      setSpoken(true)
      setName(typed.name ?? name)
      setText(typed.text ?? text)
    },
  )

  async function save() {
    setShare(0)
    try {
      const { id } = await write(
        (supabase) =>
          isSpoken
            ? addSpoken(supabase, tenantId, attempt, name.trim(), text.trim())
            : addRecording(supabase, tenantId, attempt, file as File, setShare),
        (made) => `Added the recording ${made.name}`,
      )
      leave()
      onCreated?.(id)
      return true
    } finally {
      setShare(null)
    }
  }

  return (
    <FormDialog
      size="sm"
      title="New recording"
      description={
        isSpoken
          ? 'The server reads the text aloud in the tenant’s language. You can change the text later.'
          : 'It is named after its file; you can fill in the rest later, on its own page.'
      }
      submitLabel={isSpoken ? 'Speak text' : 'Upload recording'}
      dirty={name !== '' || text !== '' || file !== null}
      draft={draft}
      zIndex={70}
      ready={isSpoken ? name.trim() !== '' && text.trim() !== '' : file !== null}
      onSave={save}
      onClose={onClose}
    >
      {isSpoken ? (
        <>
          <FormRow label="Name" required>
            <Input
              value={name}
              maxLength={RECORDINGS.name.maxLength}
              disabled={working}
              onChange={(event) => setName(event.target.value)}
            />
          </FormRow>
          <FormRow label="Text" required>
            <Textarea
              value={text}
              maxLength={RECORDINGS.spoken_text.maxLength}
              disabled={working}
              onChange={(event) => setText(event.target.value)}
            />
          </FormRow>
        </>
      ) : (
        <FormRow
          label="Audio file"
          hint={`WAV or MP3, up to ${megabytes(RECORDINGS.size_bytes.max)}.`}
          required
        >
          <Input
            type="file"
            accept=".wav,.mp3,audio/wav,audio/mpeg"
            disabled={working}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </FormRow>
      )}
      <div>
        <Button size="sm" variant="ghost" disabled={working} onClick={() => setSpoken(!isSpoken)}>
          {isSpoken ? 'Upload a file instead' : 'Create from text instead'}
        </Button>
      </div>
      {working && !isSpoken ? (
        <Progress
          label={share < 1 ? 'Sending the file' : 'Checking the file'}
          done={share < 1 ? Math.round(share * 100) : undefined}
          of={100}
        />
      ) : null}
    </FormDialog>
  )
}
