import { downloadFrom } from '@/lib/browser/download'
import { openStoredFile, type StoredFile } from '@/lib/recordings/stored-file'
import { keys } from './keys'
import { useQuery } from './use-query'
import { noRefresh, useAction } from './use-write'

/** Lifetime of playback and download URLs, in seconds. */
const ADDRESS_LIFETIME_S = 300
const DOWNLOAD_LIFETIME_S = 60

/** A playback URL, valid until the time (milliseconds since 1970). */
export interface SoundAddress {
  url: string
  until: number
}

/** The playback URL of a stored file, whose opening is audited. */
export const useSoundAddress = (file: StoredFile) =>
  useQuery<SoundAddress>(
    keys.sound(file.bucket, file.path),
    async (supabase) => {
      const until = Date.now() + ADDRESS_LIFETIME_S * 1000
      return { url: await openStoredFile(supabase, file, ADDRESS_LIFETIME_S), until }
    },
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )

/** Downloads a stored file under a name; a failure is reported. */
export function useFileDownload() {
  const { act, pending } = useAction(noRefresh)
  const download = (file: StoredFile, name: string) =>
    act(async (supabase) => downloadFrom(await openStoredFile(supabase, file, DOWNLOAD_LIFETIME_S), name))
  return { download, pending }
}
