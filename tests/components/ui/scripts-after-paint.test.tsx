import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCRIPT_META, scriptsAfterPaint } from '@/components/ui/scripts-after-paint'

const frames: FrameRequestCallback[] = []

beforeEach(() => {
  frames.length = 0
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
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

test('scripts run in order once the parsed page is painted', async () => {
  parsed()
  expect(scripts()).toEqual([])
  for (const frame of frames) frame(0)
  expect(scripts()).toEqual([])
  await vi.waitFor(() => expect(scripts()).toEqual(['/first.js', '/second.js']))
})

test('scripts of a hidden tab, which paints nothing, run at once', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  parsed()
  expect(scripts()).toEqual(['/first.js', '/second.js'])
})
