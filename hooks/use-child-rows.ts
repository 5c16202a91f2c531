import { flushSync } from 'react-dom'
import { type Control, type FieldArrayPath, type FieldValues, useFieldArray } from 'react-hook-form'

const REMOVE = 'button:is([aria-label^="Remove "], [aria-label$=": remove"])'

/** The list around a row's remove button; the section of the form if there is no other row. */
function listAround(button: Element): Element | null {
  for (
    let around = button.parentElement;
    around && around.tagName !== 'FORM';
    around = around.parentElement
  ) {
    if (around.querySelectorAll(REMOVE).length > 1) return around
  }
  return button.closest('section')
}

/** Removes a row. Focus moves to the next row's remove button, else to the last row's, else to the button that adds a row. */
function keepingFocus(remove: () => void): void {
  const pressed = document.activeElement
  const list = pressed?.matches(REMOVE) ? listAround(pressed) : null
  const place = list && pressed ? [...list.querySelectorAll(REMOVE)].indexOf(pressed) : -1
  flushSync(remove)
  if (!list || pressed?.isConnected) return
  const left = [...list.querySelectorAll<HTMLElement>(REMOVE)]
  const next = left[place] ?? left.at(-1) ?? [...list.querySelectorAll('button')].at(-1)
  next?.focus()
}

/** The rows of a child table in a form. Their own ids are stored, so React's keys are in `key`. */
export function useChildRows<Form extends FieldValues, Name extends FieldArrayPath<Form>>(
  control: Control<Form>,
  name: Name,
) {
  const rows = useFieldArray({ control, name, keyName: 'key' })
  return { ...rows, remove: (place: number) => keepingFocus(() => rows.remove(place)) }
}
