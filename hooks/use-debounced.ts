import { useEffect, useState } from 'react'

/** How long typing must pause before the input takes effect. */
export const TYPING_PAUSE_MS = 300

/** The input once typing pauses; the previous value until then. */
export function useDebounced<Value extends string | null>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
