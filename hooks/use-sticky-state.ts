import { useState } from 'react'
import { currentUser } from '@/lib/session/session-store'

/** By user and name, until the page is reloaded. */
const kept = new Map<string, unknown>()

/** State that survives navigation within the app. Another user starts with `initial`. */
export function useStickyState<State>(
  name: string,
  initial: State,
): [State, (change: Partial<State>) => void] {
  const key = `${currentUser()?.id} ${name}`
  const [state, setState] = useState(() => (kept.get(key) as State | undefined) ?? initial)
  function change(part: Partial<State>) {
    // Results may arrive after the page was left.
    const next = { ...((kept.get(key) as State | undefined) ?? initial), ...part }
    kept.set(key, next)
    setState(next)
  }
  return [state, change]
}
