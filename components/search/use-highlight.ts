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
 * Which of the hits is highlighted: the first one (specification section 2.3), or the one it was moved to for this
 * term, and that same hit when rows that come in change the places.
 */
export function useHighlight(hits: readonly SearchHit[], term: string): Highlight {
  const [mark, setMark] = useState({ term: '', key: '', byKey: false })
  const moved = mark.term === term
  const marked = moved ? hits.findIndex((hit) => keyOf(hit) === mark.key) : 0
  const index = hits.length === 0 ? -1 : Math.max(0, marked)

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

  return { index, byKey: !moved || mark.byKey, moveTo, moveByKey }
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
