// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const posthog = { init: vi.fn(), identify: vi.fn(), reset: vi.fn() }
const download = vi.fn(() => ({ default: posthog }))
vi.mock('posthog-js', () => download())

const ADA = { id: 'u1', email: 'ada@demo.test' }

// A fresh module is a fresh page, in the same or another tab; all share localStorage.
async function openPage() {
  vi.resetModules()
  return import('@/lib/analytics')
}

beforeEach(() => {
  vi.clearAllMocks()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
afterEach(() => vi.unstubAllEnvs())

describe('without a key', () => {
  test('nothing is downloaded or sent', async () => {
    vi.stubEnv('NEXT_PUBLIC_POSTHOG_KEY', '')
    const { identifyUser, forgetUser } = await openPage()
    await identifyUser(ADA, 's1')
    await forgetUser()
    expect(download).not.toHaveBeenCalled()
    expect(posthog.init).not.toHaveBeenCalled()
  })
})

describe('with a key', () => {
  beforeEach(() => {
    vi.stubEnv('NEXT_PUBLIC_POSTHOG_KEY', 'key')
    vi.stubEnv('NEXT_PUBLIC_POSTHOG_HOST', 'https://analytics.example.com')
  })

  test('a user is identified with id and email', async () => {
    const { identifyUser } = await openPage()
    await identifyUser(ADA, 's1')
    expect(posthog.init).toHaveBeenCalledWith(
      'key',
      expect.objectContaining({ api_host: 'https://analytics.example.com', disable_session_recording: true }),
    )
    expect(posthog.identify).toHaveBeenCalledExactlyOnceWith('u1', { email: 'ada@demo.test' })
  })

  test('a user without an email is identified by id only', async () => {
    const { identifyUser } = await openPage()
    await identifyUser({ id: 'u1' }, 's1')
    expect(posthog.identify).toHaveBeenCalledExactlyOnceWith('u1', undefined)
  })

  test('a user is identified once per session, however many pages are loaded', async () => {
    await (await openPage()).identifyUser(ADA, 's1')
    await (await openPage()).identifyUser(ADA, 's1')
    expect(posthog.identify).toHaveBeenCalledOnce()
  })

  test('a user is identified once in two tabs that open at the same time', async () => {
    const [one, other] = [await openPage(), await openPage()]
    await Promise.all([one.identifyUser(ADA, 's1'), other.identifyUser(ADA, 's1')])
    expect(posthog.identify).toHaveBeenCalledOnce()
  })

  test('a user is identified again in their next session', async () => {
    await (await openPage()).identifyUser(ADA, 's1')
    await (await openPage()).identifyUser(ADA, 's2')
    expect(posthog.identify).toHaveBeenCalledTimes(2)
    expect(posthog.reset).not.toHaveBeenCalled()
  })

  test('a user who signs in without a prior sign-out is not mistaken for the previous user', async () => {
    const { identifyUser } = await openPage()
    await identifyUser(ADA, 's1')
    await identifyUser({ id: 'u2' }, 's2')
    expect(posthog.reset).toHaveBeenCalledOnce()
    expect(posthog.identify).toHaveBeenLastCalledWith('u2', undefined)
  })

  test('a failed identification is retried on the next page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    posthog.identify.mockImplementationOnce(() => {
      throw new Error('no')
    })
    await (await openPage()).identifyUser(ADA, 's1')
    await (await openPage()).identifyUser(ADA, 's1')
    expect(posthog.identify).toHaveBeenCalledTimes(2)
  })

  test('the next user in the same tab is identified too, not mistaken for the first', async () => {
    const { identifyUser, forgetUser } = await openPage()
    await identifyUser(ADA, 's1')
    await forgetUser()
    expect(posthog.reset).toHaveBeenCalledOnce()
    await identifyUser({ id: 'u2' }, 's2')
    expect(posthog.identify).toHaveBeenLastCalledWith('u2', undefined)
  })

  test('a visitor who was never identified causes no download by being signed out', async () => {
    const { forgetUser } = await openPage()
    await forgetUser()
    expect(posthog.init).not.toHaveBeenCalled()
  })

  test('a failure of the service is logged and has no other effect', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    posthog.identify.mockImplementationOnce(() => {
      throw new Error('no')
    })
    const { identifyUser } = await openPage()
    await expect(identifyUser(ADA, 's1')).resolves.toBeUndefined()
    expect(log).toHaveBeenCalledOnce()
  })
})
