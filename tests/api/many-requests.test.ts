import { afterAll, expect, test } from 'vitest'
import { appDatabase, twoTenants } from '../support/api-database.ts'
import { APP_URL, cookieOf } from '../support/api-session.ts'

const EXPORTS = 450
const PAGES = 50

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const database = appDatabase()
afterAll(() => database.end())

test('500 concurrent requests are all answered, if only with when to try again, and pages are not held up by another user’s exports', async () => {
  const [own] = await twoTenants(database)
  const [exporter, reader] = [await cookieOf('admin'), await cookieOf('tech')]
  const order: ('export' | 'page')[] = []
  const statuses = { export: new Set<number>(), page: new Set<number>() }
  async function ask(kind: 'export' | 'page', path: string, cookie: string): Promise<void> {
    const answer = await fetch(new URL(path, APP_URL), { headers: { cookie }, redirect: 'manual' })
    const text = await answer.text()
    statuses[kind].add(answer.status)
    // On a slow machine the last exports wait for too long, and are refused all at once: pages are not held up by those.
    if (answer.status === 503) {
      expect(answer.headers.get('retry-after')).toBe('10')
      return
    }
    if (kind === 'export') expect(text.split('\r\n').length).toBeGreaterThan(50)
    order.push(kind)
  }
  const calls = `/api/tenants/${own?.tenant}/cdr-export?from=${day(30)}&until=${day(0)}`
  const exports = Array.from({ length: EXPORTS }, () => ask('export', calls, exporter))
  const pages = Array.from({ length: PAGES }, (_, at) =>
    ask('page', `/app/tenants/${own?.tenant}/${at % 2 ? 'extensions' : 'cdr'}`, reader),
  )
  await Promise.all([...exports, ...pages])
  expect([...statuses.page]).toEqual([200])
  expect([...statuses.export].filter((status) => status !== 503)).toEqual([200])
  // In order of arrival, the pages would come last.
  const half = order.slice(0, (EXPORTS + PAGES) / 2).filter((kind) => kind === 'page')
  expect(half.length).toBeGreaterThan(PAGES / 2)
})
