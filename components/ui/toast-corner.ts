import { useSyncExternalStore } from 'react'
import { afterPaint } from './after-paint'

/** The corner where toasts appear: 320 px wide and 16 px from the edges, tall enough for three. */
const CORNER = { width: 336, height: 240 }

/** What stands above open dialogs and does not close them when used: the toasts, by their library's name, and LateCodeFailure. */
const ABOVE_DIALOGS = '.Toastify, dialog'

/** For what would close a dialog: keeps it open if that happened to something above it. */
export function keepForAbove(event: Event): void {
  if (event.target instanceof Element && event.target.closest(ABOVE_DIALOGS)) event.preventDefault()
}

/** Pixels from the bottom of the window that the buttons of the open dialog take of the corner, if they reach into it. */
let taken: number | undefined
const listeners = new Set<() => void>()

function take(height: number | undefined) {
  taken = height
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Above which height, in pixels, toasts stand to leave the buttons of the open dialog free; undefined where none are in their way. */
export const useTakenCorner = () => useSyncExternalStore(subscribe, () => taken)

/** A ref callback for the buttons of a dialog: toasts stand above them while they reach into their corner. */
export function keepClearOfToasts(footer: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {}
  const dialog = footer.parentElement ?? footer
  const before = taken
  function measure() {
    const { top, right, bottom } = footer.getBoundingClientRect()
    const reaches = right > window.innerWidth - CORNER.width && bottom > window.innerHeight - CORNER.height
    take(reaches ? window.innerHeight - top : undefined)
  }
  const resized = new ResizeObserver(measure)
  const cancel = afterPaint(() => resized.observe(dialog))
  // A dialog slides in, and a window can be resized without it.
  dialog.addEventListener('animationend', measure)
  window.addEventListener('resize', measure)
  return () => {
    cancel()
    resized.disconnect()
    window.removeEventListener('resize', measure)
    take(before)
  }
}
