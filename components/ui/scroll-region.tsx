import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Wide content that scrolls sideways in its own region, focusable only if it overflows. It is measured where the browser has laid it
 * out anyway, and nothing in it is rendered again: `data-overflows` is for styles.
 */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)

  useEffect(() => {
    const { current } = box
    if (typeof ResizeObserver === 'undefined' || !current) return undefined
    const observer = new ResizeObserver(() => setOverflows(current.scrollWidth > current.clientWidth))
    observer.observe(current)
    if (current.firstElementChild) observer.observe(current.firstElementChild)
    return () => observer.disconnect()
  }, [])

  return (
    <div
      ref={box}
      // Clipped until measured, so that the page itself never scrolls sideways; clipping keeps the header sticky. Positioned, so
      // that content for screen readers only is clipped too.
      className={overflows ? 'relative overflow-x-auto rounded-lg' : 'relative overflow-x-clip'}
      {...(overflows
        ? { role: 'region', 'aria-label': `${label}, scrollable`, tabIndex: 0, 'data-overflows': true }
        : {})}
    >
      {children}
    </div>
  )
}
