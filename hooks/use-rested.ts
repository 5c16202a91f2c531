import { useEffect, useState } from 'react'

/** What was typed, once typing has paused for `pauseMs`; the value before meanwhile. */
export function useRested<Value extends string | null>(value: Value, pauseMs = 400): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return rested
}
