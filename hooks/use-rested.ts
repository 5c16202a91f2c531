import { useEffect, useState } from 'react'

const PAUSE_MS = 400

/** What was typed, once typing has paused; the value before meanwhile. */
export function useRested<Value extends string | null>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
