import { useState } from 'react'
import { failureMessage } from '@/lib/errors'

/** For a form: runs one attempt at a time and keeps the last error message. Never rejects. */
export function useSubmit() {
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (working) return
    setWorking(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }
  return { attempt, working, failure, setFailure }
}
