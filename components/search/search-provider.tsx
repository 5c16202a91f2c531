import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { whenIdle } from '@/lib/when-idle'

const loadOverlay = () => import('./search-overlay').then(({ SearchOverlay }) => SearchOverlay)
const SearchOverlay = dynamic(loadOverlay, { ssr: false })

interface SearchOverlayControl {
  open: () => void
}

const Context = createContext<SearchOverlayControl | undefined>(undefined)

/** Opens the search overlay; only below a SearchProvider. */
export function useSearchOverlay(): SearchOverlayControl {
  const control = use(Context)
  if (!control) throw new Error('useSearchOverlay needs a SearchProvider above it.')
  return control
}

/**
 * Holds the search overlay of the shell: opened by the slash key anywhere except while typing, closed on any route
 * change (specification section 2.3). The overlay's code is downloaded when the page has come to rest, so that it is
 * there when it is called for and weighs on no first load.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const { events } = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback(() => setIsOpen(true), [])
  const close = useCallback(() => setIsOpen(false), [])

  useEffect(() => {
    function openOnSlash(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', openOnSlash)
    return () => document.removeEventListener('keydown', openOnSlash)
  }, [open])

  useEffect(() => {
    events.on('routeChangeComplete', close)
    events.on('hashChangeComplete', close)
    return () => {
      events.off('routeChangeComplete', close)
      events.off('hashChangeComplete', close)
    }
  }, [events, close])

  useEffect(() => whenIdle(() => void loadOverlay().catch(() => undefined)), [])

  const control = useMemo(() => ({ open }), [open])
  return (
    <Context value={control}>
      {children}
      {isOpen ? <SearchOverlay open onClose={close} /> : null}
    </Context>
  )
}

/** Specification section 2.3: "except while typing in an input, select or textarea"; editable content is typing too. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches('input, select, textarea') || target.isContentEditable
}
