import { Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useAttempt } from '@/hooks/use-attempt'
import { useDownload } from '@/hooks/use-recordings'
import { refreshNothing, useWrite } from '@/hooks/use-write'
import { formatLength, formatSize } from '@/lib/recordings/format'
import { RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import { type CheckedFile, storeFile } from '@/lib/recordings/upload'
import type { RecordValues } from '@/lib/records/field'
import type { Tables } from '@/lib/supabase/database.types'
import { FileButton } from './file-button'
import { StoredSound } from './stored-sound'

/** Hear a stored recording, keep its file, or choose another that takes its place with the next save. */
export function RecordingSections({ stored, tenantId, mayEdit }: EditorProps) {
  const { setValue } = useFormContext<RecordValues>()
  const row = stored as Tables<'recordings'> | null
  const download = useDownload()
  const { attempt, failure } = useAttempt()
  const write = useWrite(refreshNothing)
  const [share, setShare] = useState<number | null>(null)
  const [chosen, setChosen] = useState<CheckedFile | null>(null)
  if (!row) return null
  const file = { bucket: RECORDINGS_BUCKET, path: row.path } as const

  async function replace([replacement]: File[]) {
    if (!replacement || !tenantId) return
    setShare(0)
    await attempt(async () => {
      const checked = await write((supabase) => storeFile(supabase, tenantId, replacement, setShare))
      setChosen(checked)
      setValue('file_id', checked.fileId, { shouldDirty: true })
    })
    setShare(null)
  }

  return (
    <section className="flex flex-col gap-3 rounded-lg border border-border p-3">
      <h3 className="sr-only">Sound</h3>
      <StoredSound file={file} peaks={row.peaks} durationMs={row.duration_ms} name={row.name} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={<Download aria-hidden size={14} />}
          onClick={() => void download(file, row.file)}
        >
          Download
        </Button>
        {mayEdit ? (
          <FileButton
            size="sm"
            label="File that replaces this one"
            icon={<RefreshCw aria-hidden size={14} />}
            loading={share !== null}
            onChoose={(files) => void replace(files)}
          >
            {share === null ? 'Replace file' : share < 1 ? `${Math.round(share * 100)} %` : 'Checking …'}
          </FileButton>
        ) : null}
        <span className="numeric ml-auto text-sm text-text-muted">
          {row.format.toUpperCase()}, {formatLength(row.duration_ms)}, {formatSize(row.size_bytes)}
        </span>
      </div>
      {chosen ? (
        <Alert tone="info">
          The new file ({chosen.format.toUpperCase()}, {formatLength(chosen.durationMs)}) replaces this one
          when you save.
        </Alert>
      ) : null}
      {failure ? <Alert tone="danger">{failure}</Alert> : null}
    </section>
  )
}
