import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCRIPT_META, scriptsAfterPaint } from '@/components/ui/scripts-after-paint'

/** jsdom paints nothing, so tests say when the page is painted. */
let painted: () => void

beforeEach(() => {
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        painted = callback
      }
      observe(options: PerformanceObserverInit) {
        expect(options).toEqual({ type: 'paint', buffered: true })
      }
    },
  )
  for (const file of ['/first.js', '/second.js']) {
    const meta = document.createElement('meta')
    meta.name = SCRIPT_META
    meta.content = file
    document.head.append(meta)
  }
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

/** The scripts of the page, in order; none runs out of turn. */
function scripts(): string[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map((script) => {
    expect(script.async).toBe(false)
    return script.getAttribute('src') ?? ''
  })
}

function parsed(): void {
  new Function(scriptsAfterPaint)()
  document.dispatchEvent(new Event('DOMContentLoaded'))
}

test('scripts run in order, and once, when the parsed page is painted', () => {
  parsed()
  expect(scripts()).toEqual([])
  painted()
  painted()
  expect(scripts()).toEqual(['/first.js', '/second.js'])
})

test('scripts of a tab that is hidden before it is painted run at once', () => {
  parsed()
  document.dispatchEvent(new Event('visibilitychange'))
  painted()
  expect(scripts()).toEqual(['/first.js', '/second.js'])
})

test('scripts of a hidden tab, which paints nothing, run at once', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  parsed()
  expect(scripts()).toEqual(['/first.js', '/second.js'])
})
