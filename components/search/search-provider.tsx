import dynamic from 'next/dynamic'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { lateDialog } from '@/components/ui/late-code'
import { useRouteChange } from '@/hooks/use-route-change'
import { whenIdle } from '@/lib/browser/when-idle'

const loadOverlay = () => import('./search-overlay').then(({ SearchOverlay }) => SearchOverlay)
const SearchOverlay = lateDialog(dynamic(loadOverlay, { ssr: false }))
const KeyHelp = lateDialog(
  dynamic(() => import('./key-help').then((module) => module.KeyHelp), { ssr: false }),
)

interface SearchOverlayControl {
  open: () => void
}

const Context = createContext<SearchOverlayControl | undefined>(undefined)

/** Opens the search overlay; requires a SearchProvider. */
export function useSearchOverlay(): SearchOverlayControl {
  const control = use(Context)
  if (!control) throw new Error('useSearchOverlay needs a SearchProvider above it.')
  return control
}

/**
 * Provides the shell's search overlay: opened by the slash key except while typing, and by Ctrl or ⌘ with K; closed on any route
 * change (specification section 2.3). The question mark shows the shortcuts. The overlay's code is preloaded once the page is idle,
 * so that it adds nothing to the first load.
 */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const [helping, setHelping] = useState(false)
  // What is typed between the opening key and the overlay, whose code may still be loading; null once the overlay is there.
  const typedAhead = useRef<string | null>(undefined)
  const open = useCallback(() => {
    if (typedAhead.current === undefined) typedAhead.current = ''
    setIsOpen(true)
  }, [])
  const close = useCallback(() => {
    typedAhead.current = undefined
    setIsOpen(false)
  }, [])
  const takeTyped = useCallback(() => {
    const typed = typedAhead.current ?? ''
    typedAhead.current = null
    return typed
  }, [])

  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const withCommand = event.ctrlKey || event.metaKey
      // Keys that answer a dialog are not typed ahead: the overlay's code may be what could not be loaded.
      const mayBeAhead = !withCommand && !isTyping(event.target) && isOpenable(event.target)
      if (typeof typedAhead.current === 'string' && mayBeAhead) {
        if (event.key === 'Escape') return close()
        const typed = event.key === 'Backspace' ? typedAhead.current.slice(0, -1) : undefined
        if (typed !== undefined || event.key.length === 1) {
          event.preventDefault()
          typedAhead.current = typed ?? typedAhead.current + event.key
          return
        }
      }
      const isSearch = withCommand
        ? event.key.toLowerCase() === 'k' && !event.shiftKey
        : event.key === '/' && !isTyping(event.target)
      const isHelp = event.key === '?' && !withCommand && !isTyping(event.target)
      // An open dialog keeps the keyboard to itself.
      if ((!isSearch && !isHelp) || (!isOpenable(event.target) && (withCommand || isHelp))) return
      event.preventDefault()
      if (isSearch) open()
      else setHelping(true)
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [open, close])

  useRouteChange(close)

  useEffect(() => whenIdle(() => void loadOverlay().catch(() => undefined)), [])

  const control = useMemo(() => ({ open }), [open])
  return (
    <Context value={control}>
      {children}
      {isOpen ? <SearchOverlay open takeTyped={takeTyped} onClose={close} /> : null}
      {helping ? <KeyHelp onClose={() => setHelping(false)} /> : null}
    </Context>
  )
}

/** Specification section 2.3: "except while typing in an input, select or textarea"; editable content is typing too. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.matches('input, select, textarea') || target.isContentEditable
}

function isOpenable(target: EventTarget | null): boolean {
  return !(target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]'))
}
