import { useLayoutEffect, useRef } from 'react'

/** For this long a press beside a dialog may be the second of a double click on what opened it. */
const DOUBLE_CLICK_MS = 500

/** A handler of presses outside a dialog: keeps one that has just opened under the second press of a double click. */
export function useDoubleClickGuard(open: boolean): (press: Event) => void {
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  return (press) => {
    if (performance.now() - openedAt.current < DOUBLE_CLICK_MS) press.preventDefault()
  }
}
