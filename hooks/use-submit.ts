import { useCallback, useState } from 'react'
import { failureMessage, Refusal } from '@/lib/errors'

/** For a form: runs one attempt at a time and keeps the last error message. Never rejects. */
export function useSubmit() {
  const [working, setWorking] = useState(false)
  const [failed, setFailed] = useState<{ text: string; conflict: boolean }>()
  const setFailure = useCallback(
    (text: string | undefined) => setFailed(text ? { text, conflict: false } : undefined),
    [],
  )
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (working) return
    setWorking(true)
    setFailed(undefined)
    try {
      await work()
    } catch (error) {
      const conflict = error instanceof Refusal && error.reason === 'conflict'
      setFailed({ text: failureMessage(error), conflict })
    } finally {
      setWorking(false)
    }
  }
  return {
    attempt,
    working,
    failure: failed?.text,
    /** Whether the attempt met somebody else's save. */
    conflict: failed?.conflict ?? false,
    setFailure,
  }
}
