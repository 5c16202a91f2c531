/** The ref of the selected item of a row: on a phone the last items are outside the window. */
export const bringIntoView = (item: HTMLElement | null): void =>
  item?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
