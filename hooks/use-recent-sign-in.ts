import { useCallback, useRef, useState } from 'react'
import { isPasswordNeeded, PasswordNotGiven } from '@/lib/session/password-needed'

interface Waiting {
  /** Without a password, where a second factor's code was entered instead. */
  confirm: (password?: string) => void
  cancel: () => void
}

/**
 * For actions that need a sign-in within the last ten minutes: `run` performs one, and where it is refused for that
 * reason waits (`asking`) until the password or a code was typed (`confirm`) and performs it again, with that password. Rejects with PasswordNotGiven
 * when it was not (`cancel`), else as the action does.
 */
export function useRecentSignIn() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const current = useRef<Waiting | null>(null)

  const ask = useCallback(
    () =>
      new Promise<string | undefined>((resolve, reject) => {
        const end = () => {
          current.current = null
          setWaiting(null)
        }
        current.current = {
          confirm: (password) => {
            end()
            resolve(password)
          },
          cancel: () => {
            end()
            reject(new PasswordNotGiven())
          },
        }
        setWaiting(current.current)
      }),
    [],
  )
  const run = useCallback(
    async <T>(action: (password?: string) => Promise<T>): Promise<T> => {
      try {
        return await action()
      } catch (error) {
        if (!isPasswordNeeded(error)) throw error
        return action(await ask())
      }
    },
    [ask],
  )
  return { run, asking: waiting }
}
