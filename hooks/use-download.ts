import { useState } from 'react'
import { downloadFrom } from '@/lib/browser/download'
import { failureMessage } from '@/lib/errors'

interface Failed {
  url: string
  message: string
}

/**
 * Downloads files of the server. If one cannot be had, `failed` says why and keeps what was asked for, which `again` asks for once more,
 * whatever the page shows by then.
 */
export function useDownload() {
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<Failed | null>(null)

  async function download(url: string): Promise<void> {
    setPending(true)
    try {
      await downloadFrom(url)
      setFailed(null)
    } catch (error) {
      setFailed({ url, message: failureMessage(error) })
    } finally {
      setPending(false)
    }
  }

  return {
    pending,
    failed: failed?.message,
    download,
    again: () => (failed ? download(failed.url) : undefined),
  }
}
