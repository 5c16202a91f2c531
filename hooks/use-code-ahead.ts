import { useEffect, useState } from 'react'
import { preloadCode } from '@/lib/browser/preload-code'
import { whenIdle } from '@/lib/browser/when-idle'

/** Preloads the code of `dynamic` components that are likely to be opened next, once the page has what it shows and the browser is idle. */
export function useCodeAhead(ready: boolean, parts: readonly unknown[]): void {
  const [wanted] = useState(parts)
  useEffect(() => {
    if (!ready) return undefined
    return whenIdle(() => {
      for (const part of wanted) preloadCode(part)?.catch(() => undefined)
    })
  }, [ready, wanted])
}
