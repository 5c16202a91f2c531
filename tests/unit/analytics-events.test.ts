// @vitest-environment jsdom
import type { CaptureResult } from 'posthog-js'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the identification tells the service nothing of the page and of what is searched there', async () => {
  vi.stubEnv('NEXT_PUBLIC_POSTHOG_KEY', 'key')
  // PostHog drops events of bots.
  vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  )
  vi.stubGlobal('fetch', async () => Response.json({}))
  window.history.replaceState(null, '', '/app/tenants/7d1f?number=%2B12085550142#top')
  // Other tests of the same process replace the library.
  vi.resetModules()
  window.localStorage.clear()
  const [{ default: posthog }, { identifyUser }] = await Promise.all([
    import('posthog-js'),
    import('@/lib/analytics'),
  ])
  const events: CaptureResult[] = []
  posthog.on('eventCaptured', (event) => events.push(event))
  await identifyUser({ id: 'u1', email: 'ada@demo.test' }, 's1')
  expect(events).toMatchObject([
    { event: '$identify', properties: { $user_id: 'u1' }, $set: { email: 'ada@demo.test' } },
  ])
  const told = JSON.stringify(events)
  for (const part of ['/app', '7d1f', '2085550142', window.location.host]) expect(told).not.toContain(part)
})
