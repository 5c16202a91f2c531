/** Tells the inline script that the page handles input itself; it replays the clicks right after the running code. */
export const READY = 'pageready'

/** A field, in which the inline script notes what it was filled with. */
type Noted<Field> = Field & { early?: string }
type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Call in an effect of the whole page: replays input and choices made before hydration, then clicks. Both wait until React has run
 * its effects, since it renders no event in between.
 */
export function replayEarlyInput(): void {
  queueMicrotask(doNow)
}

function doNow(): void {
  document.dispatchEvent(new Event(READY))
  for (const field of document.querySelectorAll<Noted<TextField>>('input, textarea')) {
    const typed = entered(field)
    if (typed !== field.defaultValue) enter(field, typed)
  }
  for (const select of document.querySelectorAll<Noted<HTMLSelectElement>>('select')) {
    const chosen = entered(select)
    const drawn = [...select.options].find((option) => option.defaultSelected) ?? select.options[0]
    if (chosen === drawn?.value) continue
    select.value = chosen
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** What was entered; also what the browser brought back or filled in by itself, of which no event tells. */
function entered(field: Noted<TextField | HTMLSelectElement>): string {
  const { early = field.value } = field
  delete field.early
  return early
}

/**
 * On hydration, React takes a field's current value as its own, and ignores an event that changes nothing. So the field is reset
 * with the setter that React tracks, and refilled with the browser's native one.
 */
function enter(field: TextField, typed: string): void {
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
