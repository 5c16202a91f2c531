import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button'

export type PaginationProps = {
  /** Undefined if there is no page in that direction. */
  onPrevious?: () => void
  onNext?: () => void
  /** The visible range, such as "1–50 of 2,140" or "50 of more than 10,000 numbers". */
  range: string
  /** Identifies the page shown; changes when it is turned. */
  page: unknown
  /** While another page is loading. */
  loading?: boolean
}

/**
 * Keyset pagination: previous and next, without page numbers. The range is announced after a turn, not as the list grows. At an end
 * the button keeps the keyboard's focus.
 */
export function Pagination({ onPrevious, onNext, range, page, loading = false }: PaginationProps) {
  /** The page shown when a turn began. */
  const [left, leave] = useState<{ page: unknown }>()
  const [announced, announce] = useState('')
  if (left && left.page !== page && !loading) {
    leave(undefined)
    announce(range)
  }
  const turn = (by?: () => void) =>
    by &&
    (() => {
      leave({ page })
      announce('')
      by()
    })

  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      <p className="numeric text-sm text-text-muted">{range}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          className="page-turn"
          aria-disabled={!onPrevious}
          loading={loading && Boolean(onPrevious)}
          onClick={turn(onPrevious)}
          onBlur={() => announce('')}
          icon={ChevronLeft}
        >
          Previous
        </Button>
        <Button
          size="sm"
          className="page-turn"
          aria-disabled={!onNext}
          loading={loading && Boolean(onNext)}
          onClick={turn(onNext)}
          onBlur={() => announce('')}
        >
          Next
          <ChevronRight aria-hidden size={14} />
        </Button>
      </div>
    </nav>
  )
}
