import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint'
import { isReturning } from './history-address'

/**
 * False on the server and until the component has been painted once. A long list draws a screenful until then, so that its first rows
 * are seen sooner, and the rest without holding up anything else.
 */
export function useIsPainted(): boolean {
  const [painted, setPainted] = useState(isReturning)
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), [])
  return painted
}
