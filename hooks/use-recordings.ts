import { useState } from 'react'
import { failureMessage, NETWORK_FAILURE, Refusal, RequestFailure } from '@/lib/errors'
import type {
  CALL_RECORDINGS_BUCKET,
  FAXES_BUCKET,
  RECORDINGS_BUCKET,
  VOICEMAIL_BUCKET,
} from '@/lib/recordings/object-path'
import { addRecording, type RecordingAttempt } from '@/lib/recordings/upload'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import { savedAs } from '@/lib/supabase/saved-as'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'
import { noRefresh, useAction, useRefreshRecords } from './use-write'

/** An upload in progress. `share` is the part sent, 0 to 1. */
export interface UploadItem {
  /** Its recording's id. */
  key: string
  attempt: RecordingAttempt
  file: File
  share: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  problem?: string
}

/** Uploads files one after another; a failure does not stop the others, and can be retried. */
export function useRecordingUploads() {
  const tenantId = useCurrentTenantId()
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const refresh = useRefreshRecords()

  function change(key: string, values: Partial<UploadItem>) {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...values } : item)))
  }

  async function send({ key, attempt, file }: UploadItem) {
    change(key, { state: 'sending', share: 0, problem: undefined })
    try {
      await addRecording(await getSupabase(), tenantId, attempt, file, (share) => change(key, { share }))
      change(key, { state: 'done', share: 1 })
      await refresh()
    } catch (error) {
      change(key, { state: 'failed', problem: failureMessage(error) })
    }
  }

  return {
    items,
    async add(files: readonly File[]) {
      const added = files.map((file) => {
        const id = crypto.randomUUID()
        return { key: id, attempt: { id }, file, share: 0, state: 'waiting' as const }
      })
      setItems((before) => [...before.filter(({ state }) => state !== 'done'), ...added])
      for (const item of added) await send(item)
    },
    retry: (item: UploadItem) => void send(item),
    dismiss: (key: string) => setItems((before) => before.filter((item) => item.key !== key)),
  }
}

/** Number of uses of each recording of the page's tenant; undefined while loading. */
export function useRecordingUses(): ReadonlyMap<string, number> | undefined {
  const tenant = useCurrentTenantId()
  const load = async (supabase: Supabase) => {
    const counts = dataOf(await supabase.rpc('use_counts', { target_table: 'recordings', tenant }))
    return new Map(counts.map(({ record_id, uses }) => [record_id, uses]))
  }
  return useQuery(keys.recordingUses(tenant), load, { early: true }).data
}

export interface StoredFile {
  bucket:
    | typeof RECORDINGS_BUCKET
    | typeof CALL_RECORDINGS_BUCKET
    | typeof VOICEMAIL_BUCKET
    | typeof FAXES_BUCKET
  path: string
  /** The recorded call, whose playback is audited. */
  call?: { id: string; tenantId: string }
  /** The message in a mailbox, likewise. */
  message?: { id: string; tenantId: string }
  /** The fax, likewise. */
  fax?: { id: string; tenantId: string }
}

/** Lifetime of playback and download URLs, in seconds. */
const ADDRESS_LIFETIME_S = 300
const DOWNLOAD_LIFETIME_S = 60

/** A playback URL, valid until the time (milliseconds since 1970). */
export interface SoundAddress {
  url: string
  until: number
}

async function signedAddress(
  supabase: Supabase,
  { bucket, path }: StoredFile,
  lifetime: number,
): Promise<string> {
  const { data, error } = await supabase.storage.from(bucket).createSignedUrl(path, lifetime)
  // On the wire the status is 400.
  if (error?.statusCode === '404') throw new Refusal('The file is missing from storage.', 404, 'gone')
  // Without a status there was no answer.
  if (error) throw new RequestFailure(error.status ? error.message : NETWORK_FAILURE, error.status ?? 0)
  return data.signedUrl
}

/** The playback URL of a stored file, created with the user's rights; for a call or a message only once the playback is audited. */
export const useSoundAddress = (file: StoredFile) =>
  useQuery<SoundAddress>(
    keys.sound(file.bucket, file.path),
    async (supabase) => {
      const until = Date.now() + ADDRESS_LIFETIME_S * 1000
      await traceHearing(supabase, file)
      return { url: await signedAddress(supabase, file, ADDRESS_LIFETIME_S), until }
    },
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  )

/** Opens the file of a call, a message or a fax for the user, which is audited. */
async function traceHearing(supabase: Supabase, { call, message, fax }: StoredFile): Promise<void> {
  if (call) dataOf(await supabase.rpc('audit_recording_playback', { call: call.id, tenant: call.tenantId }))
  if (message) dataOf(await supabase.rpc('open_voicemail', { message: message.id, tenant: message.tenantId }))
  if (fax) dataOf(await supabase.rpc('open_fax', { fax: fax.id, tenant: fax.tenantId }))
}

/** Downloads a stored file under a name; a failure is reported. */
export function useDownload() {
  const { act } = useAction(noRefresh)
  return (file: StoredFile, name: string) =>
    act(async (supabase) => {
      await traceHearing(supabase, file)
      window.location.assign(savedAs(await signedAddress(supabase, file, DOWNLOAD_LIFETIME_S), name))
    })
}
