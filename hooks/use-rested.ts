import { useEffect, useState } from 'react'

/** How long typing pauses before what was typed takes effect. */
export const TYPING_PAUSE_MS = 300

/** What was typed, once typing has paused; the value before meanwhile. */
export function useRested<Value extends string | null>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
