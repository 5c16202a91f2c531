import { type RefCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Takes the focus, as an element's `ref`, if what had it has gone with the page that this one replaces. */
function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** The `ref` of the heading of what is shown instead of a page. */
export type HeadingRef = RefCallback<HTMLElement> | null

/**
 * When what is `shown` instead of a page is closed, gives the focus back to what had opened it, which `find` finds, else to the page.
 * Returns what gives its heading the focus when it is opened; nothing has lost it where the address opens it with the page.
 */
export function useFocusBack(shown: string | null, find: (left: string) => HTMLElement | null): HeadingRef {
  const [first] = useState(shown)
  const [moved, setMoved] = useState(false)
  if (shown !== first && !moved) setMoved(true)
  const left = useRef(shown)
  const restore = useEffectEvent(() => {
    if (left.current && !shown) takeLostFocus(find(left.current) ?? document.querySelector('main'))
    left.current = shown
  })
  useEffect(() => restore(), [shown])
  return moved ? takeLostFocus : null
}
