// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withoutParameters, type withoutQueries } from '@/lib/monitored-event'

const sentry = {
  init: vi.fn(),
  captureException: vi.fn(),
  addEventProcessor: vi.fn(),
  replayIntegration: vi.fn((options) => ({ replay: options })),
  browserTracingIntegration: vi.fn((options) => ({ tracing: options })),
}
const download = vi.fn(() => sentry)
vi.mock('@sentry/nextjs', () => download())

beforeEach(() => {
  vi.resetModules()
  vi.clearAllMocks()
  window.history.replaceState(null, '', '/login')
})
afterEach(() => vi.unstubAllEnvs())

describe('without a DSN', () => {
  test('nothing is downloaded, either at startup or after an error', async () => {
    vi.stubEnv('NEXT_PUBLIC_SENTRY_DSN', '')
    await import('@/instrumentation-client')
    const { reportError } = await import('@/lib/monitoring')
    reportError(new Error('x'))
    await vi.dynamicImportSettled()
    expect(download).not.toHaveBeenCalled()
  })
})

describe('with a DSN', () => {
  beforeEach(() => vi.stubEnv('NEXT_PUBLIC_SENTRY_DSN', 'https://key@errors.example.com/1'))

  test('traces every page but the not-found page, and masks text and blocks media in replays', async () => {
    await import('@/instrumentation-client')
    await vi.dynamicImportSettled()
    expect(sentry.init).toHaveBeenCalledOnce()
    const options = sentry.init.mock.calls[0]?.[0]
    expect(options).toMatchObject({
      dsn: 'https://key@errors.example.com/1',
      enabled: true,
      tracesSampleRate: 1,
      replaysSessionSampleRate: 0.1,
      replaysOnErrorSampleRate: 1,
      integrations: [
        { replay: { maskAllText: true, blockAllMedia: true } },
        { tracing: { beforeStartSpan: expect.any(Function) } },
      ],
      dataCollection: {
        userInfo: false,
        cookies: false,
        httpHeaders: false,
        httpBodies: [],
        urlQueryParams: false,
      },
    })
    const ignored = (name: string) => options.ignoreSpans.some((pattern: RegExp) => pattern.test(name))
    expect(ignored('/404')).toBe(true)
    expect(ignored('/app/tenants/404')).toBe(false)
  })

  test.each(['/quote/4f1d8c6a', '/reset-password'])(
    'does not watch %s, whose address gives rights',
    async (path) => {
      window.history.replaceState(null, '', `${path}?code=1#access_token=2`)
      await import('@/instrumentation-client')
      await vi.dynamicImportSettled()
      expect(sentry.init.mock.calls[0]?.[0]).toMatchObject({ enabled: false })
    },
  )

  test('sends addresses without their query and fragment, also those of breadcrumbs and replays', async () => {
    await import('@/instrumentation-client')
    await vi.dynamicImportSettled()
    expect(sentry.addEventProcessor).toHaveBeenCalledOnce()
    const cut = sentry.addEventProcessor.mock.calls[0]?.[0] as typeof withoutQueries
    const url = 'https://staff.example.com/app/tenants'
    expect(
      cut({
        request: { url: `${url}?number=%2B12085550142` },
        breadcrumbs: [
          { category: 'navigation', data: { from: '/login?next=x#top', to: '/app#a', status_code: 200 } },
          { category: 'fetch', data: { url: `${url}?a=1`, method: 'GET' } },
          { category: 'console' },
        ],
        urls: [`${url}?b=2`, url],
      } as Parameters<typeof withoutQueries>[0]),
    ).toEqual({
      request: { url },
      breadcrumbs: [
        { category: 'navigation', data: { from: '/login', to: '/app', status_code: 200 } },
        { category: 'fetch', data: { url, method: 'GET' } },
        { category: 'console' },
      ],
      urls: [url, url],
    })
  })

  test('traces the load of a page without what its address asks for', () => {
    window.history.replaceState(null, '', '/app/tenants/t1/cdr?from=%2B12085550142')
    expect(
      withoutParameters({ name: '/app/tenants/[id]/cdr', attributes: { id: 't1', from: '+12085550142' } }),
    ).toEqual({ name: '/app/tenants/[id]/cdr', attributes: { id: 't1' } })
  })

  test('reports an error with its location in the page', async () => {
    const { reportError } = await import('@/lib/monitoring')
    const error = new Error('x')
    reportError(error, 'at Row')
    await vi.dynamicImportSettled()
    await vi.waitFor(() =>
      expect(sentry.captureException).toHaveBeenCalledExactlyOnceWith(error, {
        extra: { componentStack: 'at Row' },
      }),
    )
  })
})
