import { Search } from 'lucide-react'
import { type FocusEvent, useRef } from 'react'
import { useSearchOverlay } from '@/components/search/search-provider'
import { Kbd } from '@/components/ui/kbd'

// Takes the focus over from the box and shows its ring around it.
const RESTING_PLACE = 'pointer-events-none absolute inset-0 rounded-md'

/**
 * The shell's search box: on focus it opens the search overlay and gives up the focus (specification section 2.2).
 * It gives it to a place beside it, the one further along in the direction the focus came from: there the focus
 * returns to when the overlay closes, and the next Tab leads on instead of into the box again.
 */
export function SearchBox() {
  const { open } = useSearchOverlay()
  const before = useRef<HTMLSpanElement>(null)
  const after = useRef<HTMLSpanElement>(null)

  function passOn({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
    const cameBack =
      relatedTarget instanceof Node &&
      Boolean(currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_FOLLOWING)
    const place = cameBack ? before : after
    place.current?.focus()
    open()
  }

  return (
    <label className="relative flex min-w-0 flex-1 items-center sm:max-w-56">
      <span ref={before} tabIndex={-1} className={RESTING_PLACE} />
      <Search aria-hidden size={15} className="pointer-events-none absolute left-2.5 text-text-muted" />
      <input
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder="Search…"
        readOnly
        value=""
        onFocus={passOn}
        className="h-8 w-full min-w-0 cursor-pointer rounded-md border border-border-control/60 bg-surface pr-8 pl-8 text-base hover:bg-surface-hover touch:h-11 touch:text-lg"
      />
      <Kbd className="pointer-events-none absolute right-1.5 max-sm:hidden">/</Kbd>
      <span ref={after} tabIndex={-1} className={RESTING_PLACE} />
    </label>
  )
}
