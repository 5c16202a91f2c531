import { Download, MessageSquareText, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { useAfterSave } from '@/hooks/after-save'
import { useFileDownload } from '@/hooks/use-stored-file'
import { useSubmit } from '@/hooks/use-submit'
import { useTenantId } from '@/hooks/use-tenant'
import { noRefresh, useWrite } from '@/hooks/use-write'
import { RequestFailure } from '@/lib/errors'
import { formatLength, formatSize } from '@/lib/recordings/format'
import { RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import { type CheckedFile, speak, storeFile } from '@/lib/recordings/upload'
import type { RecordValues } from '@/lib/records/field'
import { RECORDINGS } from '@/lib/supabase/constraints'
import type { Tables } from '@/lib/supabase/database.types'
import { FileButton } from './file-button'
import { StoredSound } from './stored-sound'

/** Keeps a form open that is saved before it has its new sound. */
async function awaitSound(): Promise<void> {
  throw new RequestFailure('The new recording is still being stored. Save again in a moment.', 0)
}

/** Keeps a form open whose text has changed, but not the sound that callers hear. */
async function awaitSpeech(): Promise<void> {
  throw new RequestFailure('The text has changed. Speak it, then save again.', 0)
}

/** Plays or downloads a stored recording, or replaces its audio on the next save. */
export function RecordingSections({ stored, mayEdit }: EditorProps) {
  const tenantId = useTenantId()
  const { setValue } = useFormContext<RecordValues>()
  const row = stored as Tables<'recordings'> | null
  const { download, pending } = useFileDownload()
  const { attempt, failure } = useSubmit()
  const write = useWrite(noRefresh)
  const [share, setShare] = useState<number | null>(null)
  const [chosen, setChosen] = useState<CheckedFile | null>(null)
  const [text, setText] = useState(row?.spoken_text ?? '')
  const [spoken, setSpoken] = useState(text)
  const [isSpeaking, setSpeaking] = useState(text !== '')
  const unspoken = text.trim() !== '' && text.trim() !== spoken
  useAfterSave('sound', share === null ? null : awaitSound)
  useAfterSave('text', unspoken ? awaitSpeech : null)
  if (!row) return null
  const file = { bucket: RECORDINGS_BUCKET, path: row.path } as const

  async function take(sound: () => Promise<CheckedFile>, spokenText: string) {
    setShare(0)
    await attempt(async () => {
      const checked = await sound()
      setChosen(checked)
      setValue('file_id', checked.fileId, { shouldDirty: true })
      setValue('spoken_text', spokenText, { shouldDirty: true })
      setSpoken(spokenText)
      // A file replaces what was to be spoken, too.
      if (!spokenText) setText('')
    })
    setShare(null)
  }

  async function replace([replacement]: File[]) {
    if (!replacement || !tenantId) return
    await take(() => write((supabase) => storeFile(supabase, tenantId, replacement, setShare)), '')
  }

  async function speakText() {
    if (tenantId) await take(() => speak(tenantId, text.trim()), text.trim())
  }

  return (
    <section className="flex flex-col gap-3 rounded-lg border border-border p-3">
      <h3 className="sr-only">Sound</h3>
      <StoredSound file={file} peaks={row.peaks} durationMs={row.duration_ms} name={row.name} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={Download} loading={pending} onClick={() => void download(file, row.file)}>
          Download
        </Button>
        {mayEdit ? (
          <FileButton
            size="sm"
            label="File that replaces this one"
            icon={RefreshCw}
            loading={share !== null}
            onChoose={(files) => void replace(files)}
          >
            {share === null ? 'Replace file' : share < 1 ? `${Math.round(share * 100)}%` : 'Checking…'}
          </FileButton>
        ) : null}
        {mayEdit && !isSpeaking ? (
          <Button size="sm" icon={MessageSquareText} onClick={() => setSpeaking(true)}>
            Speak text
          </Button>
        ) : null}
        <span className="numeric ml-auto text-sm text-text-muted">
          {row.format.toUpperCase()}, {formatLength(row.duration_ms)}, {formatSize(row.size_bytes)}
        </span>
      </div>
      {isSpeaking ? (
        <div className="flex flex-col items-start gap-2">
          <FormRow
            label="Spoken text"
            hint={unspoken ? 'Changed. Speak it before you save.' : undefined}
            className="w-full"
          >
            <Textarea
              value={text}
              maxLength={RECORDINGS.spoken_text.maxLength}
              readOnly={!mayEdit}
              onChange={(event) => setText(event.target.value)}
            />
          </FormRow>
          {mayEdit ? (
            <Button
              size="sm"
              loading={share !== null}
              disabled={text.trim() === ''}
              onClick={() => void speakText()}
            >
              Speak
            </Button>
          ) : null}
        </div>
      ) : null}
      {chosen ? (
        <Alert tone="info">
          The new sound ({chosen.format.toUpperCase()}, {formatLength(chosen.durationMs)}) replaces this one
          when you save.
        </Alert>
      ) : null}
      <FailureAlert text={failure} />
    </section>
  )
}
