import { useState } from 'react'
import { failureMessage } from '@/lib/errors'
import { addRecording, type RecordingAttempt } from '@/lib/recordings/upload'
import { dataOf } from '@/lib/supabase/answer'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'
import { RUNNING, useUnsavedChanges } from './use-unsaved-changes'
import { useRefreshRecords } from './use-write'

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

/** Uploads files one after another, and asks before the page is left meanwhile; a failure does not stop the others, and can be retried. */
export function useRecordingUploads() {
  const tenantId = useCurrentTenantId()
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const refresh = useRefreshRecords()
  useUnsavedChanges(
    items.some(({ state }) => state === 'waiting' || state === 'sending'),
    { question: RUNNING },
  )

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
