import { useEffect, useEffectEvent, useRef } from 'react'

/** Takes the focus, as an element's `ref`, if what had it has gone with the page that this one replaces. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** When what is `shown` instead of a page is closed, gives the focus back to what had opened it, which `find` finds, else to the page. */
export function useFocusBack(shown: string | null, find: (left: string) => HTMLElement | null): void {
  const left = useRef(shown)
  const restore = useEffectEvent(() => {
    if (left.current && !shown) takeLostFocus(find(left.current) ?? document.querySelector('main'))
    left.current = shown
  })
  useEffect(() => restore(), [shown])
}
