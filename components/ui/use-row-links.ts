import { type RefObject, useEffect } from 'react'

const OPERABLE = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]'
const ROW_LINK = '[data-row-link]'

/** A pointer that moves farther than this between press and release drags or selects text. */
const STILL_PX = 4

/**
 * Lets a click anywhere in a row follow the row's link, with the modifier keys that were held. Clicks on other
 * controls, and the end of a text selection, are left alone. When rows come in between press and release, the row that
 * was pressed is followed, though it is no longer under the pointer. One native listener on the table's body: React's
 * events would also arrive from dialogs that a cell has opened elsewhere in the page.
 */
export function useRowLinks(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let pressed: { on: Element; x: number; y: number } | undefined

    function follow(row: Element | null, { ctrlKey, metaKey, shiftKey }: MouseEvent) {
      if (window.getSelection()?.isCollapsed === false) return
      row
        ?.querySelector<HTMLElement>(ROW_LINK)
        ?.dispatchEvent(
          new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
        )
    }

    function onMouseDown(event: MouseEvent) {
      const { target, button, clientX: x, clientY: y } = event
      const inside = button === 0 && target instanceof Element && body.current?.contains(target)
      pressed = inside ? { on: target, x, y } : undefined
    }

    // The body comes and goes with the rows: listen on the document, act inside the body.
    function onClick(event: MouseEvent) {
      if (!(event.target instanceof Element) || !body.current) return
      const row = event.target.closest('tr')
      if (row && body.current.contains(row)) {
        if (!event.target.closest(OPERABLE)) follow(row, event)
      } else if (pressed && event.target.contains(body.current)) {
        // Press and release were on different rows, so the browser clicks what holds both.
        const { on, x, y } = pressed
        const still = Math.hypot(event.clientX - x, event.clientY - y) <= STILL_PX
        if (still && (on.closest(ROW_LINK) || !on.closest(OPERABLE))) follow(on.closest('tr'), event)
      }
      pressed = undefined
    }

    document.addEventListener('mousedown', onMouseDown)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('mousedown', onMouseDown)
      document.removeEventListener('click', onClick)
    }
  }, [body])
}
