import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, withInlineScripts } from '@/lib/server/content-security-policy'

const HOSTS = { supabaseUrl: 'https://abc.example.com/base' }

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((each) => each.startsWith(`${name} `))
  return found?.split(' ').slice(1) ?? []
}

describe('the content security policy', () => {
  test('lets pages connect to the app and to Supabase, over HTTP and WebSocket, and to nothing else', () => {
    expect(directive(contentSecurityPolicy(HOSTS), 'connect-src')).toEqual([
      "'self'",
      'https://abc.example.com',
      'wss://abc.example.com',
    ])
    expect(
      directive(contentSecurityPolicy({ supabaseUrl: 'http://127.0.0.1:54321' }), 'connect-src'),
    ).toContain('ws://127.0.0.1:54321')
  })

  test('allows the hosts of analytics and monitoring only when they are configured', () => {
    const policy = contentSecurityPolicy({
      ...HOSTS,
      posthogHost: 'https://analytics.example.com',
      sentryDsn: 'https://key@errors.example.com/1',
    })
    expect(directive(policy, 'connect-src')).toEqual(
      expect.arrayContaining(['https://analytics.example.com', 'https://errors.example.com']),
    )
    expect(policy).not.toContain('key@')
    expect(directive(policy, 'worker-src')).toContain('blob:')
    expect(directive(contentSecurityPolicy(HOSTS), 'worker-src')).toEqual(["'self'"])
  })

  test('runs the app’s own scripts and the inline ones that a page lists, and no others', () => {
    const policy = contentSecurityPolicy(HOSTS)
    expect(directive(policy, 'default-src')).toEqual(["'none'"])
    expect(directive(policy, 'script-src')).toEqual(["'self'"])
    const ofPage = withInlineScripts(policy, ['abc=', 'def='])
    expect(directive(ofPage, 'script-src')).toEqual(["'self'", "'sha256-abc='", "'sha256-def='"])
    expect(ofPage.replace(/script-src [^;]*/, '')).toBe(policy.replace(/script-src [^;]*/, ''))
  })

  test('forbids framing, plug-ins and a foreign base URL, and allows eval only in development', () => {
    const policy = contentSecurityPolicy(HOSTS)
    for (const name of ['frame-ancestors', 'object-src', 'base-uri']) {
      expect(directive(policy, name)).toEqual(["'none'"])
    }
    expect(policy).not.toContain('unsafe-eval')
    expect(contentSecurityPolicy(HOSTS, { development: true })).toContain('unsafe-eval')
  })
})
