import { type RefObject, useEffect } from 'react'

const OPERABLE = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]'
const ROW_LINK = '[data-row-link]'
const LIST_SEARCH = 'main input[type="search"]'

/** Moving the pointer farther than this between press and release drags or selects text. */
const STILL_PX = 4

/**
 * Makes a click anywhere in a row follow the row's link, with modifier keys. Clicks on other controls and text selections are
 * ignored. If rows shift between press and release, the pressed row is followed. Arrow keys, Home and End move between the rows'
 * links, and the down arrow from the search of the page's list to its first row. Uses one native listener on the table's body, because React's events also bubble from dialogs opened by a cell.
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

    // The body is mounted and unmounted with the rows: listen on the document, act inside the body.
    function onClick(event: MouseEvent) {
      if (!(event.target instanceof Element) || !body.current) return
      const row = event.target.closest('tr')
      if (row && body.current.contains(row)) {
        if (!event.target.closest(OPERABLE)) follow(row, event)
      } else if (pressed && event.target.contains(body.current)) {
        // Press and release were on different rows, so the browser fires the click on their common ancestor.
        const { on, x, y } = pressed
        const still = Math.hypot(event.clientX - x, event.clientY - y) <= STILL_PX
        if (still && (on.closest(ROW_LINK) || !on.closest(OPERABLE))) follow(on.closest('tr'), event)
      }
      pressed = undefined
    }

    function onKeyDown(event: KeyboardEvent) {
      if (!(event.target instanceof HTMLElement) || event.defaultPrevented) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const links = [...(body.current?.querySelectorAll<HTMLElement>(ROW_LINK) ?? [])]
      const [first] = links
      if (event.key === 'ArrowDown' && event.target.matches(LIST_SEARCH)) {
        if (first && first === document.querySelector(`main ${ROW_LINK}`)) first.focus()
        return
      }
      const place = links.indexOf(event.target)
      const steps: Record<string, number> = {
        ArrowDown: place + 1,
        ArrowUp: place - 1,
        Home: 0,
        End: links.length - 1,
      }
      const next = links[steps[event.key] ?? -1]
      if (place < 0 || !next) return
      event.preventDefault()
      next.focus()
    }

    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('mousedown', onMouseDown)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('mousedown', onMouseDown)
      document.removeEventListener('click', onClick)
    }
  }, [body])
}
