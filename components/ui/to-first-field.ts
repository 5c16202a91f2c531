import type { MouseEvent } from 'react'

const focusOn = (field: HTMLElement | null | undefined) => field?.focus()

/** For a button that goes with its own press: if that was by key, moves the focus to the first field of its search. */
export const toFirstField = ({ detail, currentTarget }: MouseEvent) =>
  detail === 0 && focusOn(currentTarget.closest('search')?.querySelector<HTMLElement>('input, select'))

/** The same for a button about the rows of a list: to the first row's box. */
export const toFirstBox = ({ detail }: MouseEvent) =>
  detail === 0 && focusOn(document.querySelector<HTMLElement>('tbody .check-box'))
