import { useCallback, useRef } from 'react'

/**
 * For work whose answer counts only until the user has chosen something else. `begin` begins a turn and returns a function that says
 * whether it is still the latest one.
 */
export function useTurns(): () => () => boolean {
  const turns = useRef(0)
  return useCallback(() => {
    turns.current += 1
    const turn = turns.current
    return () => turns.current === turn
  }, [])
}
