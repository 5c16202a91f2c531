import { useSyncExternalStore } from 'react'

const SECOND_MS = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

/** A shared clock, so that all displayed seconds change together. */
function everySecond(changed: () => void) {
  if (listeners.size === 0) now = Date.now()
  listeners.add(changed)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const listener of listeners) listener()
  }, SECOND_MS)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time (milliseconds since 1970), updated every second. */
export function useSecond(): number {
  return useSyncExternalStore(
    everySecond,
    () => now,
    () => 0,
  )
}
