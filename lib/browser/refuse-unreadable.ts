/**
 * Whether a form holds a box that the browser cannot read: a half-typed or impossible date, or a number such as "1e". Such a box shows
 * what was typed, but has the value of an empty one, so a save would store that there is none. Each is marked at its form row
 * (FormRow's onInvalid), and the first gets the focus.
 */
export function refuseUnreadable(form: HTMLFormElement): boolean {
  const boxes = [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.validity.badInput,
  )
  for (const box of boxes) {
    box.setCustomValidity(wordsFor(box.type))
    box.checkValidity()
    // What is typed next is judged anew.
    box.setCustomValidity('')
  }
  boxes[0]?.focus()
  return boxes.length > 0
}

function wordsFor(type: string): string {
  if (type === 'number') return 'Enter a number.'
  return type === 'date'
    ? 'This date is incomplete, or no such day exists.'
    : 'This date or time is incomplete, or no such day exists.'
}
