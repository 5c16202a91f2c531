import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchReports } from '@/lib/supabase/fetch-reports'
import { standInServer } from '../support/stand-in-server'

const asked: string[] = []
let replicaStatus = 200
const database = standInServer((request, response, body) => {
  asked.push(`database ${request.url} ${body}`.trim())
  response.setHeader('content-type', 'application/json').end('"database"')
})
const replica = standInServer((request, response, body) => {
  asked.push(`replica ${request.url} ${body}`.trim())
  response.setHeader('content-type', 'application/json')
  response.writeHead(replicaStatus).end('"replica"')
})

const DAYS = { from_day: '2026-01-01', until_day: '2026-01-31' }
const report = async () =>
  (await createClient(database(), 'anon-key', { global: { fetch: fetchReports } }).rpc('report_calls', DAYS))
    .data

beforeEach(() => {
  asked.length = 0
  replicaStatus = 200
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', database())
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_ANON_KEY', 'anon-key')
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_REPORTS_URL', replica())
})
afterEach(() => vi.unstubAllEnvs())

describe('reports with a read replica', () => {
  test('are read from the replica, and nothing else is', async () => {
    expect(await report()).toBe('replica')
    const client = createClient(database(), 'anon-key', { global: { fetch: fetchReports } })
    await client.from('companies').select('name')
    await client.rpc('dashboard_figures')
    expect(asked).toEqual([
      `replica /rest/v1/rpc/report_calls ${JSON.stringify(DAYS)}`,
      'database /rest/v1/companies?select=name',
      'database /rest/v1/rpc/dashboard_figures {}',
    ])
  })

  test.each([401, 403, 500])('fall back to the primary when the replica answers %i', async (status) => {
    replicaStatus = status
    expect(await report()).toBe('database')
  })

  test('fall back to the primary when the replica is unreachable', async () => {
    vi.stubEnv('NEXT_PUBLIC_SUPABASE_REPORTS_URL', 'http://127.0.0.1:9')
    expect(await report()).toBe('database')
  })

  test('are read from the primary when there is no replica', async () => {
    vi.stubEnv('NEXT_PUBLIC_SUPABASE_REPORTS_URL', '')
    expect(await report()).toBe('database')
    expect(asked).toHaveLength(1)
  })
})
