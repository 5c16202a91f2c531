import { useState, useSyncExternalStore } from 'react'
import { currentUser } from '@/lib/session/session-store'

/** By user and name, until the page is reloaded. */
const states = new Map<string, unknown>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** State that survives navigation within the app. Another user starts with `initial`. */
export function useStickyState<State>(
  name: string,
  initial: State,
): [State, (change: Partial<State>) => void] {
  const key = `${currentUser()?.id} ${name}`
  const [start] = useState(initial)
  const read = () => (states.get(key) as State | undefined) ?? start
  const state = useSyncExternalStore(subscribe, read, () => start)
  /** Results may arrive after the page was left, and while it is shown again. */
  function change(part: Partial<State>) {
    states.set(key, { ...read(), ...part })
    for (const listener of listeners) listener()
  }
  return [state, change]
}
