/** What tells the inline script that the page answers clicks. */
export const READY = 'pageready'

/**
 * To be called in an effect of the whole page: what was typed and chosen before is heard, then the clicks that were kept are done. Both wait
 * until React is through with its effects, since it renders nothing that an event changes in between.
 */
export function doEarlyActions(): void {
  queueMicrotask(doNow)
}

function doNow(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (field.value !== field.defaultValue) hear(field)
  for (const select of document.querySelectorAll('select')) {
    const drawn = [...select.options].find((option) => option.defaultSelected) ?? select.options[0]
    if (select.value !== drawn?.value) select.dispatchEvent(new Event('change', { bubbles: true }))
  }
  document.dispatchEvent(new Event(READY))
}

/**
 * React takes what stands in a field when it takes the page over for what it drew itself, and ignores an event that brings
 * nothing new. So the field is put back, by the setter that React watches, and filled anew by the browser's own.
 */
function hear(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
