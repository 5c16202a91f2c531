import { type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react'

type ScrollRegionProps = {
  label: string
  /** Gets whether the content overflows. */
  children: (overflows: boolean) => ReactNode
}

/** Wide content that scrolls sideways in its own region, focusable only if it overflows. */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  const box = useRef<HTMLDivElement>(null)

  const observe = useCallback((changed: () => void) => {
    if (typeof ResizeObserver === 'undefined' || !box.current) return () => {}
    const observer = new ResizeObserver(changed)
    observer.observe(box.current)
    if (box.current.firstElementChild) observer.observe(box.current.firstElementChild)
    return () => observer.disconnect()
  }, [])

  const overflows = useSyncExternalStore(
    observe,
    () => box.current !== null && box.current.scrollWidth > box.current.clientWidth,
    () => false,
  )

  return (
    <div
      ref={box}
      // Clipped until measured, so that the page itself never scrolls sideways; clipping keeps the header sticky. Positioned, so
      // that content for screen readers only is clipped too.
      className={overflows ? 'relative overflow-x-auto rounded-lg' : 'relative overflow-x-clip'}
      {...(overflows ? { role: 'region', 'aria-label': `${label}, scrollable`, tabIndex: 0 } : {})}
    >
      {children(overflows)}
    </div>
  )
}
