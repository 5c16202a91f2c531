import { Search } from 'lucide-react'
import { useSearchOverlay } from '@/components/search/search-provider'
import { Kbd } from '@/components/ui/kbd'

/** The shell's search box: on focus it opens the search overlay and gives up the focus (specification section 2.2). */
export function SearchBox() {
  const { open } = useSearchOverlay()
  return (
    <label className="relative flex min-w-0 flex-1 items-center sm:max-w-56">
      <Search aria-hidden size={15} className="pointer-events-none absolute left-2.5 text-text-muted" />
      <input
        type="search"
        aria-label="Search"
        aria-keyshortcuts="/"
        placeholder="Search…"
        readOnly
        value=""
        onFocus={(event) => {
          event.currentTarget.blur()
          open()
        }}
        className="h-8 w-full min-w-0 cursor-pointer rounded-md border border-border-control/60 bg-surface pr-8 pl-8 text-base hover:bg-surface-hover touch:h-11 touch:text-lg"
      />
      <Kbd className="pointer-events-none absolute right-1.5 max-sm:hidden">/</Kbd>
    </label>
  )
}
