import { afterEach, describe, expect, test, vi } from 'vitest'
import { EnvironmentError, publicEnv } from '@/lib/env'
import { serverEnv } from '@/lib/server/server-env'

const SET = { NEXT_PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321', NEXT_PUBLIC_SUPABASE_ANON_KEY: 'anon-key' }

function stub(variables: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

afterEach(() => vi.unstubAllEnvs())

describe('the browser’s configuration', () => {
  test('is as set, with URLs stripped of trailing slashes', () => {
    stub({
      NEXT_PUBLIC_SUPABASE_URL: 'https://abc.example.com/',
      NEXT_PUBLIC_SUPABASE_ANON_KEY: 'anon-key',
      NEXT_PUBLIC_SITE_URL: 'https://staff.example.com/',
      NEXT_PUBLIC_POSTHOG_KEY: '',
      NEXT_PUBLIC_POSTHOG_HOST: undefined,
      NEXT_PUBLIC_SENTRY_DSN: 'https://key@errors.example.com/1',
    })
    expect(publicEnv()).toEqual({
      supabaseUrl: 'https://abc.example.com',
      supabaseAnonKey: 'anon-key',
      siteUrl: 'https://staff.example.com',
      posthogKey: undefined,
      posthogHost: 'https://us.i.posthog.com',
      sentryDsn: 'https://key@errors.example.com/1',
    })
  })

  test.each(['NEXT_PUBLIC_SUPABASE_URL', 'NEXT_PUBLIC_SUPABASE_ANON_KEY'])(
    'names %s when it is missing',
    (name) => {
      stub({ ...SET, [name]: undefined })
      expect(publicEnv).toThrow(new EnvironmentError(`${name} is missing. Set it as .env.example describes.`))
      stub({ ...SET, [name]: '  ' })
      expect(publicEnv).toThrow(EnvironmentError)
    },
  )

  test('rejects an invalid URL', () => {
    stub({ ...SET, NEXT_PUBLIC_SUPABASE_URL: 'localhost:54321' })
    expect(publicEnv).toThrow(/^NEXT_PUBLIC_SUPABASE_URL is not an http/)
  })
})

describe("the server's configuration", () => {
  test('has defaults suitable for a single machine', () => {
    expect(serverEnv(SET)).toEqual({
      ...SET,
      REQUEST_SECONDS: 300,
      PORT: 3000,
      LOCAL_DATA_DIR: '.local',
      SUPABASE_PORT: 54_321,
      TRUSTED_PROXIES: expect.any(Function),
    })
  })

  test('treats an empty variable as unset', () => {
    expect(serverEnv({ ...SET, PORT: '', SUPABASE_SERVICE_ROLE_KEY: '' })).toMatchObject({ PORT: 3000 })
  })

  test.each([
    [{ NEXT_PUBLIC_SUPABASE_URL: undefined }, 'NEXT_PUBLIC_SUPABASE_URL is missing'],
    [{ NEXT_PUBLIC_SUPABASE_ANON_KEY: '' }, 'NEXT_PUBLIC_SUPABASE_ANON_KEY is missing'],
    [{ NEXT_PUBLIC_SUPABASE_URL: 'postgres://x' }, 'NEXT_PUBLIC_SUPABASE_URL is not valid'],
    [{ NEXT_PUBLIC_SUPABASE_REPORTS_URL: 'replica' }, 'NEXT_PUBLIC_SUPABASE_REPORTS_URL is not valid'],
    [{ NEXT_PUBLIC_SITE_URL: 'staff' }, 'NEXT_PUBLIC_SITE_URL is not valid'],
    [{ NEXT_PUBLIC_PORTAL_URL: 'my.example.com' }, 'NEXT_PUBLIC_PORTAL_URL is not valid'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is missing'],
    [{ MAIL_FROM: 'Acme Voice' }, 'MAIL_FROM is not valid'],
    [{ MAIL_FROM: 'Acme Voice voice@example.com' }, 'MAIL_FROM is not valid'],
    [{ PORT: 'http' }, 'PORT is not valid'],
    [{ PORT: '70000' }, 'PORT is not valid'],
    [{ REQUEST_SECONDS: '0' }, 'REQUEST_SECONDS is not valid'],
    [{ SUPABASE_PORT: '0' }, 'SUPABASE_PORT is not valid'],
  ])('reports %o in one line that names the variable', (changed, start) => {
    const attempt = () => serverEnv({ ...SET, ...changed })
    expect(attempt).toThrow(EnvironmentError)
    expect(attempt).toThrow(new RegExp(`^${start}[^\\n]*$`))
  })
})
