import { useState } from 'react'
import { failureMessage } from '@/lib/errors'
import { addRecording } from '@/lib/recordings/upload'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useRefreshRecords } from './use-record'

/** One chosen file on its way. `share` is how much of it has been sent, 0 to 1. */
export interface UploadItem {
  key: string
  file: File
  share: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  problem?: string
}

/** Uploads files one after the other; one that fails does not stop the others, and can be tried again. */
export function useRecordingUploads(tenantId: string | undefined) {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const refresh = useRefreshRecords()

  function change(key: string, values: Partial<UploadItem>) {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...values } : item)))
  }

  async function send({ key, file }: UploadItem) {
    change(key, { state: 'sending', share: 0, problem: undefined })
    try {
      await addRecording(await getSupabase(), tenantId ?? '', file, (share) => change(key, { share }))
      change(key, { state: 'done', share: 1 })
      await refresh()
    } catch (error) {
      change(key, { state: 'failed', problem: failureMessage(error) })
    }
  }

  return {
    items,
    async add(files: readonly File[]) {
      const added = files.map((file) => ({
        key: crypto.randomUUID(),
        file,
        share: 0,
        state: 'waiting' as const,
      }))
      setItems((before) => [...before.filter(({ state }) => state !== 'done'), ...added])
      for (const item of added) await send(item)
    },
    retry: (item: UploadItem) => void send(item),
    dismiss: (key: string) => setItems((before) => before.filter((item) => item.key !== key)),
  }
}
