import { useCallback, useRef, useState } from 'react'
import { isPasswordNeeded, PasswordNotGiven } from '@/lib/session/password-needed'

interface Waiting {
  /** Without a password if an authenticator code was entered instead. */
  confirm: (password?: string) => void
  cancel: () => void
}

/**
 * For actions that need a sign-in within the last ten minutes: `run` performs one, and if it is refused for that reason waits
 * (`asking`) for the password or a code (`confirm`) and performs it again, with that password. Rejects with PasswordNotGiven after
 * `cancel`, otherwise as the action does.
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
