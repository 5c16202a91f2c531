import { type KeyboardEvent, useState } from 'react'
import type { SearchHit } from '@/lib/search/hits'

const STEP = 1
const BIG_STEP = 5

export interface Highlight {
  /** The highlighted hit's place, -1 when there are no hits. */
  index: number
  /** Whether it got there by a key and not by the mouse, and so must be scrolled into view. */
  byKey: boolean
  moveTo: (index: number) => void
  /** Moves by the arrow keys, by five with Shift; Home and End where the text has no use for them. True if it moved. */
  moveByKey: (event: KeyboardEvent<HTMLInputElement>) => boolean
}

/**
 * Which hit is highlighted. A new term starts at the first result (specification section 2.3). From then on the
 * highlight stays on its hit, wherever rows that come in later push it: Enter must never open a hit that slid under it.
 * `settled` tells whether the hits are those of the term.
 */
export function useHighlight(hits: readonly SearchHit[], term: string, settled: boolean): Highlight {
  const [mark, setMark] = useState({ term: '', key: '', byKey: false })
  const kept = mark.term === term ? hits.findIndex((hit) => keyOf(hit) === mark.key) : -1
  const index = hits.length === 0 ? -1 : Math.max(0, kept)
  const first = hits[0]
  if (first && settled && kept < 0) setMark({ term, key: keyOf(first), byKey: true })

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

  return { index, byKey: kept < 0 || mark.byKey, moveTo, moveByKey }
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
