import Router from 'next/router'
import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint'

/** Whether Back or Forward leads to the page that is drawn next. The browser scrolls it to where it was, so it must be whole at once. */
let isReturning = false
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    isReturning = true
  })
  Router.events.on('routeChangeComplete', () => {
    isReturning = false
  })
}

/**
 * False on the server and until the component has been painted once. A long list draws a screenful until then, so that its first rows
 * are seen sooner, and the rest without holding up anything else.
 */
export function useIsPainted(): boolean {
  const [painted, setPainted] = useState(() => isReturning)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}
