import { type RefObject, useEffect } from 'react'

const OPERABLE = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]'

/**
 * Lets a click anywhere in a row follow the row's link, with the modifier keys that were held. Clicks on other
 * controls, and the end of a text selection, are left alone. One native listener on the table's body: React's
 * events would also arrive from dialogs that a cell has opened elsewhere in the page.
 */
export function useRowLinks(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function follow(event: MouseEvent) {
      if (!(event.target instanceof Element) || event.target.closest(OPERABLE)) return
      if (window.getSelection()?.isCollapsed === false) return
      const link = event.target.closest('tr')?.querySelector<HTMLElement>('[data-row-link]')
      if (!link) return
      const { ctrlKey, metaKey, shiftKey } = event
      link.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
      )
    }

    // The body comes and goes with the rows: listen on the document, act inside the body.
    function onClick(event: MouseEvent) {
      if (event.target instanceof Node && body.current?.contains(event.target)) follow(event)
    }

    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [body])
}
