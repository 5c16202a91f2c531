/**
 * Scrolls an element into view once it is drawn, as its `ref`: a notice, which on a page needs `scroll-mt-20` to come below the header,
 * or the selected item of a row, of which a phone's window shows only the first.
 */
export const bringIntoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
