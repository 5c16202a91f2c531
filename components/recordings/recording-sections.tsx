import { Download, RefreshCw } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import useSWR from 'swr'
import type { EditorProps } from '@/components/resource/record-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { formatLength, formatSize } from '@/lib/recordings/format'
import { RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import { type CheckedFile, storeFile } from '@/lib/recordings/upload'
import type { RecordValues } from '@/lib/resources/resource'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import { FileButton } from './file-button'

const Player = dynamic(() => import('./player').then((module) => module.Player), {
  ssr: false,
  loading: () => <Skeleton className="h-16 w-full" />,
})

/** How long the addresses for playing and downloading hold, in seconds. */
const ADDRESS_LIFETIME_S = 3600

/** Hear a stored recording, keep its file, or choose another that takes its place with the next save. */
export function RecordingSections({ stored, tenantId, mayEdit }: EditorProps) {
  const { setValue } = useFormContext<RecordValues>()
  const row = stored as Tables<'recordings'> | null
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState<CheckedFile | null>(null)
  if (!row) return null

  async function replace([file]: File[]) {
    if (!file || !tenantId) return
    setShare(0)
    setFailure(null)
    try {
      const checked = await storeFile(await getSupabase(), tenantId, file, setShare)
      setChosen(checked)
      setValue('file_id', checked.fileId, { shouldDirty: true })
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setShare(null)
    }
  }

  async function download({ path, file }: Tables<'recordings'>) {
    const bucket = (await getSupabase()).storage.from(RECORDINGS_BUCKET)
    const { data, error } = await bucket.createSignedUrl(path, 60, { download: file })
    if (data) window.location.assign(data.signedUrl)
    else void notify('error', error.message)
  }

  return (
    <section className="flex flex-col gap-3 rounded-lg border border-border p-3">
      <h3 className="sr-only">Sound</h3>
      <Sound row={row} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={<Download aria-hidden size={14} />} onClick={() => void download(row)}>
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
          The new file ({chosen.format.toUpperCase()}, {formatLength(chosen.durationMs)}) takes its place when
          you save.
        </Alert>
      ) : null}
      {failure ? <Alert tone="danger">{failure}</Alert> : null}
    </section>
  )
}

function Sound({ row }: { row: Tables<'recordings'> }) {
  const { data: url, error } = useSWR(['recording-address', row.path], async ([, path]) => {
    const bucket = (await getSupabase()).storage.from(RECORDINGS_BUCKET)
    const { data, error: refused } = await bucket.createSignedUrl(path, ADDRESS_LIFETIME_S)
    if (refused) throw refused
    return data.signedUrl
  })
  if (error) return <Alert tone="warning">The file cannot be played: it is not in the store.</Alert>
  return url ? (
    <Player url={url} peaks={row.peaks} durationMs={row.duration_ms} name={row.name} />
  ) : (
    <Skeleton className="h-16 w-full" />
  )
}
