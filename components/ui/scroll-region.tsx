import { type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react'

type ScrollRegionProps = {
  label: string
  /** Told whether the content is wider than the region. */
  children: (overflows: boolean) => ReactNode
}

/** Wide content that scrolls sideways in its own region, which the keyboard reaches only when it does scroll. */
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
      // Clipped until it is known: the page itself must not scroll sideways for a moment. Clipping keeps the header sticky.
      // Positioned, so that what is hidden but for screen readers is clipped with the rest.
      className={overflows ? 'relative overflow-x-auto rounded-lg' : 'relative overflow-x-clip'}
      {...(overflows ? { role: 'region', 'aria-label': `${label}, scrollable`, tabIndex: 0 } : {})}
    >
      {children(overflows)}
    </div>
  )
}
