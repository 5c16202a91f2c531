const INVALID = '[aria-invalid="true"], [data-invalid] button'

/** Moves the focus to the first invalid field of a form that was not saved, as browsers do; call it once the errors are drawn. */
export function focusInvalid(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>(INVALID)?.focus()
}
