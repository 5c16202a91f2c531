const CONTROL = ':is(a[href], button, input, select, textarea):not([disabled])'

const controlsOf = (row: Element): HTMLElement[] =>
  row.matches(CONTROL) ? [row as HTMLElement] : [...row.querySelectorAll<HTMLElement>(CONTROL)]

/**
 * Keeps the keyboard's place in a list whose rows go with a press of their own buttons, now or once that is stored; as the list's
 * `ref`. The focus moves to the same control of the row that is there next, else of the last row; to the last button around a list
 * that has gone, else to its dialog or page.
 */
export function keepPlace(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined
  const around = [list.closest('section, fieldset'), list.closest('[role="dialog"], main')]
  let [held, row, place]: [Element | null, number, number] = [null, -1, -1]

  function note() {
    held = document.activeElement
    const rows = [...(list?.children ?? [])]
    row = rows.findIndex((one) => one.contains(held))
    place = row < 0 ? -1 : controlsOf(rows[row] as Element).indexOf(held as HTMLElement)
  }

  function restore() {
    if (!held || held.isConnected) return
    held = null
    // It was moved elsewhere. A dialog takes it itself by then.
    if (!document.activeElement?.contains(around[1] ?? document.body)) return
    const there = list?.isConnected ? (list.children[row] ?? list.lastElementChild) : null
    const controls = there ? controlsOf(there) : []
    const [section, page] = around
    const last = section?.isConnected
      ? [...section.querySelectorAll<HTMLElement>('button')].at(-1)
      : undefined
    const next = controls[place] ?? controls.at(-1) ?? last ?? (page as HTMLElement | null)
    next?.focus({ preventScroll: next === page })
  }

  const observer = new MutationObserver(restore)
  observer.observe(list, { childList: true, subtree: true })
  list.addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    list.removeEventListener('focusin', note)
    queueMicrotask(restore)
  }
}
