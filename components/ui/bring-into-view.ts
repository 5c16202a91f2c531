/** Scrolls a notice into view once it is drawn, as its `ref`; on a page it needs `scroll-mt-20` to come below the header. */
export const bringIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })

/**
 * Scrolls the `data-strip` around its selected item sideways until that is seen, as the item's `ref`: a phone's window shows only the
 * first ones. The page is not scrolled, since a reload returns to where it was.
 */
export function bringIntoStrip(item: HTMLElement | null): void {
  const strip = item?.closest('[data-strip]')
  if (!item || !strip) return
  const { left, right } = item.getBoundingClientRect()
  const seen = strip.getBoundingClientRect()
  strip.scrollLeft += Math.min(0, left - seen.left) + Math.max(0, right - seen.right)
}
