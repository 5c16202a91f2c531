import { useCallback, useRef, useState } from 'react'
import { isPasswordNeeded, PasswordNotGiven } from '@/lib/staff/password-needed'

interface Waiting {
  confirm: () => void
  cancel: () => void
}

/**
 * For actions that need a sign-in within the last ten minutes: `run` performs one, and where it is refused for that
 * reason waits (`asking`) until the password was typed (`confirm`) and performs it again. Rejects with PasswordNotGiven
 * when it was not (`cancel`), else as the action does.
 */
export function useRecentSignIn() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const current = useRef<Waiting | null>(null)

  const ask = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        const end = (then: () => void) => () => {
          current.current = null
          setWaiting(null)
          then()
        }
        current.current = { confirm: end(resolve), cancel: end(() => reject(new PasswordNotGiven())) }
        setWaiting(current.current)
      }),
    [],
  )
  const run = useCallback(
    async <T>(action: () => Promise<T>): Promise<T> => {
      try {
        return await action()
      } catch (error) {
        if (!isPasswordNeeded(error)) throw error
        await ask()
        return action()
      }
    },
    [ask],
  )
  return { run, asking: waiting }
}
