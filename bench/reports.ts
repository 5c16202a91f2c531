// Measures the reports of the last full quarter over ten million call records: the data requests of each, the time until
// its page shows it in Chromium, and whether its figures match a direct count of the calls. Usage:
// npm run bench:reports [-- --millions N]; it serves the production build with its own data (.local/bench, or
// BENCH_DATA_DIR), filled up if needed.
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { CallsReport } from '../lib/reports/reports.ts'
import { loadLargeCdr } from '../scripts/lib/large-cdr.ts'
import { signedInClient, startBenchApp } from './support/app.ts'
import { openSignedIn } from './support/browser.ts'
import { lastQuarter } from './support/quarter.ts'
import { timed, timingTable } from './support/timing.ts'

const RUNS = 20
const BUDGET_MS = 1000

const { values } = parseArgs({ options: { millions: { type: 'string', default: '10' } } })
const span = lastQuarter(new Date())
const app = await startBenchApp()
try {
  await loadLargeCdr(app.databaseUrl, {
    rows: Math.round(Number(values.millions) * 1_000_000),
    months: 12,
    log: () => undefined,
  })
  const table = timingTable(`the quarter from ${span.from} to ${span.until}`)
  await measureReads(table)
  await measurePages(table)
  await compareCounts()
  if (table.above.length > 0) {
    console.log(`Above the budget at p95: ${table.above.join('; ')}.`)
    process.exitCode = 1
  }
} finally {
  await app.stop()
}

async function measureReads(table: ReturnType<typeof timingTable>): Promise<void> {
  const client = await signedInClient('superadmin@demo.test')
  const days = { from_day: span.from, until_day: span.until }
  const trail = { from: span.from, to: span.until }
  const reads = {
    'read of calls': () => client.rpc('report_calls', days),
    'read of business': () => client.rpc('report_business', days),
    'read of the audit trail': () =>
      client.rpc('trail_page', { from_time: trail.from, to_time: trail.to, descending: true, page_size: 50 }),
  }
  for (const [name, read] of Object.entries(reads)) {
    const ask = async () => {
      const { error } = await read()
      if (error) throw error
    }
    table.row(name, await timed(ask, { runs: RUNS }), BUDGET_MS)
  }
}

/** From the request of the page, with its scripts in the browser's cache, until the report is visible. */
async function measurePages(table: ReturnType<typeof timingTable>): Promise<void> {
  const { browser, page } = await openSignedIn(app.url, 'superadmin@demo.test')
  try {
    for (const [view, shown] of [
      ['calls', 'Busiest hours'],
      ['business', 'Pipeline by stage'],
    ] as const) {
      const open = async () => {
        await page.goto(`/app/reports?from=${span.from}&until=${span.until}&view=${view}`, {
          waitUntil: 'commit',
        })
        // Checked in every frame, because a locator polls with pauses of up to half a second.
        await page.waitForFunction(
          (title) =>
            [...document.querySelectorAll('h2, h3')].some(({ textContent }) => textContent === title),
          shown,
          { polling: 'raf' },
        )
      }
      table.row(`page of ${view}`, await timed(open, { runs: RUNS }), BUDGET_MS)
    }
  } finally {
    await browser.close()
  }
}

async function compareCounts(): Promise<void> {
  const client = await signedInClient('admin@demo.test')
  const { data, error } = await client.rpc('report_calls', { from_day: span.from, until_day: span.until })
  if (error) throw error
  const report = data as unknown as CallsReport
  const begun = performance.now()
  const direct = await directCount()
  const seconds = (performance.now() - begun) / 1000
  const differing = Object.keys(direct).filter(
    (part) => JSON.stringify(figuresOf(report)[part]) !== JSON.stringify(direct[part]),
  )
  console.log(
    `\n${report.totals.calls.toLocaleString('en')} calls in the quarter; counted directly in ${seconds.toFixed(1)} s: ${
      differing.length > 0 ? `${differing.join(', ')} differ` : 'totals, days, hours and tenants are the same'
    }.`,
  )
  if (differing.length > 0) process.exitCode = 1
}

/** The countable figures of a report: parts by name, each a list of [key, calls, answered, …]. */
function figuresOf({ totals, days, hours, tenants }: CallsReport): Record<string, unknown[][]> {
  const { calls, answered, inbound, inbound_answered, talk_seconds } = totals
  return {
    totals: [[calls, answered, inbound, inbound_answered, talk_seconds]],
    days: days.map((each) => [each.day, each.calls, each.answered]).sort(),
    hours: hours.map((each) => [String(each.hour).padStart(2, '0'), each.calls, each.answered]).sort(),
    tenants: tenants.map((each) => [each.id, each.calls, each.answered, each.talk_seconds]).sort(),
  }
}

async function directCount(): Promise<Record<string, unknown[][]>> {
  const database = new pg.Client({ connectionString: app.databaseUrl })
  await database.connect()
  const { rows } = await database.query<
    Record<'calls' | 'answered' | 'inbound' | 'both' | 'talk', number> & Key
  >(
    `select c.day::text as day, lpad(c.hour::text, 2, '0') as hour, c.tenant_id as tenant, count(*)::int as calls,
       count(*) filter (where status = 'answered')::int as answered,
       count(*) filter (where direction = 'inbound')::int as inbound,
       count(*) filter (where direction = 'inbound' and status = 'answered')::int as both, sum(talk_seconds)::int as talk
     from (
       select c.tenant_id, c.status, c.direction, c.talk_seconds, l.at::date as day, extract(hour from l.at) as hour
       from public.cdr c join public.tenants t on t.id = c.tenant_id
       cross join lateral (select c.start_at at time zone t.time_zone as at offset 0) l
       where c.start_at >= $1::date - 1 and c.start_at < $2::date + 2 and l.at::date between $1 and $2
     ) c
     group by grouping sets ((), (c.day), (c.hour), (c.tenant_id))`,
    [span.from, span.until],
  )
  await database.end()
  return {
    totals: rows
      .filter(({ day, hour, tenant }) => !day && !hour && !tenant)
      .map((row) => [row.calls, row.answered, row.inbound, row.both, row.talk]),
    days: rows.flatMap(({ day, calls, answered }) => (day ? [[day, calls, answered]] : [])).sort(),
    hours: rows.flatMap(({ hour, calls, answered }) => (hour ? [[hour, calls, answered]] : [])).sort(),
    tenants: rows
      .flatMap(({ tenant, calls, answered, talk }) => (tenant ? [[tenant, calls, answered, talk]] : []))
      .sort(),
  }
}

interface Key {
  day: string | null
  hour: string | null
  tenant: string | null
}
