import { type KeyboardEvent, useState } from 'react'
import type { SearchHit } from '@/lib/search/hits'

const STEP = 1
const BIG_STEP = 5

export interface Highlight {
  /** Index of the highlighted hit, -1 without hits. */
  index: number
  /** Whether a key moved it there, so that it must be scrolled into view. */
  byKey: boolean
  moveTo: (index: number) => void
  /** Handles arrow keys (by five with Shift), and Home and End unless the text needs them. True if it moved. */
  moveByKey: (event: KeyboardEvent<HTMLInputElement>) => boolean
}

/**
 * The highlighted hit. A new term starts at the first result (specification section 2.3), whichever that is until the lists are
 * loaded. After that the highlight stays on its hit, wherever later rows push it, so that Enter never opens a hit that slid under
 * it. `settled` says whether the hits belong to the term.
 */
export function useHighlight(
  hits: readonly SearchHit[],
  term: string,
  { settled, loading }: { settled: boolean; loading: boolean },
): Highlight {
  const [mark, setMark] = useState({ term: '', key: '', byKey: false })
  const marked = mark.term === term ? hits.findIndex((hit) => keyOf(hit) === mark.key) : -1
  const index = hits.length === 0 ? -1 : Math.max(0, marked)
  const first = hits[0]
  if (first && settled && !loading && marked < 0) setMark({ term, key: keyOf(first), byKey: true })

  function moveTo(target: number, byKey = false) {
    const hit = hits[Math.min(Math.max(target, 0), hits.length - 1)]
    if (hit) setMark({ term, key: keyOf(hit), byKey })
  }

  function moveByKey(event: KeyboardEvent<HTMLInputElement>): boolean {
    const target = targetOf(event, index, hits.length - 1)
    if (target === undefined || hits.length === 0) return false
    moveTo(target, true)
    return true
  }

  return { index, byKey: marked < 0 || mark.byKey, moveTo, moveByKey }
}

function targetOf(event: KeyboardEvent<HTMLInputElement>, index: number, last: number): number | undefined {
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const step = event.shiftKey ? BIG_STEP : STEP
  switch (event.key) {
    case 'ArrowDown':
      return index + step
    case 'ArrowUp':
      return index - step
    case 'Home':
      return selectionEnd === 0 ? 0 : undefined
    case 'End':
      return selectionStart === value.length ? last : undefined
    default:
      return undefined
  }
}

function keyOf({ type, id }: SearchHit): string {
  return `${type} ${id}`
}
