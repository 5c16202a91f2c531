import { useState } from 'react'
import { currentUser } from '@/lib/session/session-store'

/** By person and name; as long as the page is not reloaded. */
const kept = new Map<string, unknown>()

/** State that survives a visit to another page of the app. Another user who signs in starts with `initial`. */
export function useKept<State>(name: string, initial: State): [State, (change: Partial<State>) => void] {
  const key = `${currentUser()?.id} ${name}`
  const [state, setState] = useState(() => (kept.get(key) as State | undefined) ?? initial)
  function change(part: Partial<State>) {
    // Answers may come in after the page was left.
    const next = { ...((kept.get(key) as State | undefined) ?? initial), ...part }
    kept.set(key, next)
    setState(next)
  }
  return [state, change]
}
