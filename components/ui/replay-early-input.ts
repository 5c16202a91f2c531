/** Tells the inline script that the page handles clicks itself. */
export const READY = 'pageready'

/**
 * Call in an effect of the whole page: replays input and choices made before hydration, then clicks. Both wait until React has run
 * its effects, since it renders no event in between.
 */
export function replayEarlyInput(): void {
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
 * On hydration, React takes a field's current value as its own, and ignores an event that changes nothing. So the field is reset
 * with the setter that React tracks, and refilled with the browser's native one.
 */
function hear(field: HTMLInputElement | HTMLTextAreaElement): void {
  const typed = field.value
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
