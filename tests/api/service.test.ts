import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { METRICS_TOKEN, TEST_APP } from '../../scripts/lib/test-app.ts'
import { figure } from '../support/api-metrics.ts'
import { APP_URL, cookieOf } from '../support/api-session.ts'
import { graded } from '../support/observatory-package.ts'
import { observatoryPoints, observatoryScore, type Observed } from '../support/observatory.ts'

/** A folder with the package @mdn/mdn-http-observatory, which `npm run grade` installs. */
const { OBSERVATORY } = process.env

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, APP_URL), { headers, redirect: 'manual' })

describe('the web server', () => {
  test('reports that it is alive and ready', async () => {
    const alive = await get('/api/health')
    expect([alive.status, await alive.json()]).toEqual([200, { alive: true }])
    const ready = async () => {
      const answer = await get('/api/ready')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      return [answer.status, await answer.json()]
    }
    // A check that takes a busy machine two seconds has failed.
    await expect
      .poll(ready)
      .toEqual([200, { database: true, storage: true, migrations: true, secrets: true, writable: true }])
  })

  test('refuses TRACE on pages and API routes with 405', async () => {
    for (const path of ['/', '/login', '/app/tenants', '/api/health', '/nowhere']) {
      const asked = request(new URL(path, APP_URL), { method: 'TRACE' }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      expect([answer.statusCode, answer.headers.allow], path).toEqual([405, expect.stringMatching(/^GET, /)])
    }
  })

  test('resizes no pictures and fetches nothing for visitors', async () => {
    for (const url of [
      '/favicon.svg',
      '/api/health',
      `${TEST_APP.builtInSupabaseUrl}/health`,
      'https://example.com/',
    ])
      expect((await get(`/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`)).status, url).toBe(404)
  })

  test('keeps idle connections for longer than proxies do, so that it never closes one that is in use', async () => {
    for (const path of ['/login', '/api/health']) {
      const asked = request(new URL(path, APP_URL), { agent: new Agent({ keepAlive: true }) }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      expect(answer.headers['keep-alive'], path).toBe('timeout=75')
    }
  })

  test('gives every response a unique request id', async () => {
    const ids = await Promise.all(
      ['/login', '/api/health', '/nowhere', '/app'].map(async (path) =>
        (await get(path)).headers.get('x-request-id'),
      ),
    )
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}$/)
  })

  test('shows its metrics only with the token', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: METRICS_TOKEN }]) {
      expect((await get('/api/metrics', headers as Record<string, string>)).status).toBe(401)
    }
    expect((await get('/api/metrics', { cookie: await cookieOf('superadmin') })).status).toBe(401)
    const series = 'http_requests_total{kind="api",method="GET",status="401"}'
    const before = await figure(series)
    await get('/api/metrics')
    await expect.poll(() => figure(series)).toBe(before + 1)
    expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(0)
  })
})

/** URLs of all pages, with unknown ids. */
const PAGES = readdirSync(join(import.meta.dirname, '../../pages'), { recursive: true })
  .map((file) => `/${String(file).replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.tsx') && !file.startsWith('/_') && !file.startsWith('/api/'))
  .map((file) =>
    file.replace(/(\/index)?\.tsx$/, '').replaceAll(/\[[^\]]+\]/g, '00000000-0000-4000-8000-00000000ffff'),
  )

describe.each(['', ...PAGES.filter((path) => !['', '/404', '/500'].includes(path)), '/nowhere'])(
  'the page %s/',
  (path) => {
    test('runs only scripts named in its CSP header, has no inline style that it would block, and enforces HTTPS', async () => {
      for (const account of ['superadmin', null] as const) {
        const { headers, text, redirected } = await page(path || '/', account)
        const policy = headers.get('content-security-policy') ?? ''
        const scripts = / script-src ([^;]*);/.exec(` ${policy}`)?.[1] ?? ''
        expect(policy).toContain("default-src 'none'")
        expect(text).not.toMatch(/<style|<[^>]* style="/)
        expect(scripts).not.toMatch(/unsafe|\*|https?:|data:|blob:/)
        const inline = [
          ...text.matchAll(/<script(?![^>]*\b(?:src|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g),
        ]
        for (const [, script = ''] of inline) {
          const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(script))).toString(
            'base64',
          )
          expect(scripts).toContain(`'sha256-${hash}'`)
        }
        expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
        // A temporary redirect is not cached by default (RFC 9110, 15.4.8).
        if (account && path !== '/nowhere' && !redirected)
          expect(headers.get('cache-control')).toMatch(/private.*no-store|no-store/)
      }
    })

    test('scores 130 points by MDN Observatory’s rules', async () => {
      const seen = await observed(path || '/')
      expect(observatoryScore(seen), JSON.stringify(observatoryPoints(seen))).toBeGreaterThanOrEqual(130)
    })

    test.runIf(OBSERVATORY)('gets the same score from MDN Observatory itself', async () => {
      const seen = await observed(path || '/')
      const { score, points } = await graded(String(OBSERVATORY), seen)
      expect(score, JSON.stringify(points)).toBeGreaterThanOrEqual(130)
      expect(points).toMatchObject(observatoryPoints(seen))
    })
  },
)

async function page(path: string, account: 'superadmin' | null) {
  const cookie: Record<string, string> = account ? { cookie: await cookieOf(account) } : {}
  const answer = await get(path, { 'x-forwarded-proto': 'https', ...cookie })
  return { headers: answer.headers, text: await answer.text(), redirected: answer.status === 307 }
}

/** A page as an outside scanner sees it. */
async function observed(path: string): Promise<Observed> {
  const [seen, asked] = await Promise.all([
    page(path, null),
    fetch(new URL(path, APP_URL), {
      method: 'OPTIONS',
      redirect: 'manual',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    }),
  ])
  // When the app is served over HTTPS, so is Supabase.
  const headers = new Headers(seen.headers)
  const policy = String(headers.get('content-security-policy'))
  headers.set('content-security-policy', policy.replaceAll(/\b(http|ws)(?=:\/\/127\.0\.0\.1:)/g, '$1s'))
  return { headers, html: seen.text, preflight: asked.headers }
}
