import { onTestFinished, vi } from 'vitest'

/**
 * Lays out strips of this width, which jsdom does not: their items follow one another, with widths by their text (all in px). Returns a
 * spy on what would scroll the page too.
 */
export function layOut(width: number, items: Record<string, number>) {
  const names = Object.keys(items)
  const rects = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const at = names.indexOf(this.textContent)
    if (at < 0) return new DOMRect(0, 0, width, 36)
    const before = names.slice(0, at).reduce((sum, name) => sum + items[name]!, 0)
    const scrolled = this.closest('[data-strip]')?.scrollLeft ?? 0
    return new DOMRect(before - scrolled, 0, items[names[at]!]!, 36)
  })
  const scrollIntoView = vi.fn()
  HTMLElement.prototype.scrollIntoView = scrollIntoView
  onTestFinished(() => {
    rects.mockRestore()
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
  })
  return scrollIntoView
}
