import dynamic from 'next/dynamic'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { notify } from '@/lib/notify'
import type { CALL_RECORDINGS_BUCKET, RECORDINGS_BUCKET } from '@/lib/recordings/object-path'
import { getSupabase } from '@/lib/supabase/browser-client'

const Player = dynamic(() => import('./player').then((module) => module.Player), {
  ssr: false,
  loading: () => <Skeleton className="h-16 w-full" />,
})

/** How long the addresses for playing and downloading hold, in seconds. */
const ADDRESS_LIFETIME_S = 3600
const DOWNLOAD_LIFETIME_S = 60

/** A sound file in Storage. */
export interface StoredFile {
  bucket: typeof RECORDINGS_BUCKET | typeof CALL_RECORDINGS_BUCKET
  path: string
}

/** Plays a sound file that lies in Storage, with the reader's rights. */
export function StoredSound({
  file: { bucket, path },
  peaks,
  durationMs,
  name,
}: {
  file: StoredFile
  peaks: readonly number[]
  durationMs: number
  name: string
}) {
  const { data: url, error } = useSWR(['sound-address', bucket, path] as const, async ([, from, object]) => {
    const store = (await getSupabase()).storage.from(from)
    const { data, error: refused } = await store.createSignedUrl(object, ADDRESS_LIFETIME_S)
    if (refused) throw refused
    return data.signedUrl
  })
  if (error) return <Alert tone="warning">The file cannot be played: it is not in the store.</Alert>
  return url ? (
    <Player url={url} peaks={peaks} durationMs={durationMs} name={name} />
  ) : (
    <Skeleton className="h-16 w-full" />
  )
}

/** Hands a file of Storage to the browser under a name; a failure is told. */
export async function downloadStored({ bucket, path }: StoredFile, name: string): Promise<void> {
  const store = (await getSupabase()).storage.from(bucket)
  const { data, error } = await store.createSignedUrl(path, DOWNLOAD_LIFETIME_S, { download: name })
  if (data) window.location.assign(data.signedUrl)
  else void notify('error', error.message)
}
