import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint'
import { isReturning } from './history-address'

/** How many more rows each further frame draws: few enough for a phone to answer a touch in between. */
const BATCH = 10

/**
 * How many of a long list's items to draw: `first` on the server and until they have been painted, so that they are seen sooner; then a
 * batch more after each painting, without holding up anything else, until all `total` are drawn.
 */
export function useDrawnCount(first: number, total: number, batch = BATCH): number {
  const [count, setCount] = useState(() => (isReturning() ? Infinity : first))
  useEffect(() => {
    if (count < total) return afterPaint(() => startTransition(() => setCount(count + batch)))
  }, [count, total, batch])
  return count
}
