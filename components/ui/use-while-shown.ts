import { useEffect, useRef } from 'react'

/**
 * The same function, which does nothing once the component is gone. For closing a dialog when an answer arrives: the person may have closed
 * it meanwhile and opened another.
 */
export function useWhileShown<Given extends unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return (...given) => {
    if (shown.current) act(...given)
  }
}
