/**
 * The first row of the large lists in Chromium, from a link opened in a new tab: with an empty cache and with a filled one,
 * and with 80 ms of network. What was asked, how often, how many bytes, and how many answers waited for one another.
 *
 *   npm run bench:cold-load [-- --runs 5]
 *
 * Serves the production build with data of its own (.local/bench, filled on the first run), or measures the app that
 * BENCH_URL names, served with that data. With OTHER_URL (the address of a list in another system), OTHER_ROW (a selector
 * of its first row) and OTHER_COOKIE (name=value of a session there) both are loaded in turn.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { loadLargeCdr } from '../scripts/lib/large-cdr.ts'
import { loadLargeSeed } from '../scripts/lib/large-seed.ts'
import { startBenchApp } from './support/app.ts'
import { openSignedIn } from './support/browser.ts'
import { coldAndWarm, type Load, loadUntilRow, type Network } from './support/page-load.ts'

const COMPANIES = 50_000
const OPPORTUNITIES = 10_000
const CALLS = 1_000_000
const NETWORK: Network = { delay: 80 }
/** 2,000 extensions, 1,000 numbers, and no calls. */
const LARGE_TENANT = '7d0c5d1e-0000-4000-8000-000000004000'

const FILL = `
  insert into public.tenants (id, domain, extension_limit)
    values ('${LARGE_TENANT}', 'four-thousand.pbx.example', 5000) on conflict do nothing;
  insert into public.extensions (tenant_id, extension, effective_caller_id_name)
    select '${LARGE_TENANT}', (2000 + n)::text, 'Desk ' || n from generate_series(1, 2000) n
    where not exists (select from public.extensions where tenant_id = '${LARGE_TENANT}');
  insert into public.dids (tenant_id, number, status, description, destination_id)
    select '${LARGE_TENANT}', '+9994000' || to_char(n, 'FM000000'), 'assigned', 'Line ' || n, e.id
    from generate_series(1, 1000) n
    join public.extensions e on e.tenant_id = '${LARGE_TENANT}' and e.extension = (2000 + n)::text
    where not exists (select from public.dids where tenant_id = '${LARGE_TENANT}')`

interface List {
  name: string
  path: string
  row: string
}

const TABLE_ROW = 'main tbody a[href]'

const lists = (tenantWithCalls: string): List[] => [
  { name: 'extensions (2,000)', path: `/app/tenants/${LARGE_TENANT}/extensions`, row: TABLE_ROW },
  { name: 'call records', path: `/app/tenants/${tenantWithCalls}/cdr`, row: TABLE_ROW },
  { name: 'tenants', path: '/app/tenants', row: TABLE_ROW },
  { name: 'numbers', path: '/app/numbers', row: TABLE_ROW },
  { name: 'sales board', path: '/app/sales', row: 'main li a[href*="/opportunities/"]' },
]

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const runs = Number(values.runs)
const { OTHER_URL, OTHER_ROW = 'table tr td', OTHER_COOKIE = '' } = process.env

const app = await startBenchApp()
try {
  const { browser, page } = await openSignedIn(app.url, 'superadmin@demo.test')
  try {
    const storageState = await page.context().storageState()
    const tenantWithCalls = await fill(app.databaseUrl)
    console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, ${runs} runs\n`)
    const options: BrowserContextOptions = { storageState, viewport: { width: 1440, height: 900 } }
    printHead()
    for (const list of lists(tenantWithCalls)) {
      await measure(browser, options, list.name, app.url + list.path, list.row)
    }
    if (OTHER_URL) await measureOther(browser, OTHER_URL)
  } finally {
    await browser.close()
  }
} finally {
  await app.stop()
}

/** Adds what is missing of the data; the id of the tenant with most calls. */
async function fill(databaseUrl: string): Promise<string> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const count = async (table: string) =>
      Number((await database.query(`select count(*) from public.${table}`)).rows[0].count)
    if ((await count('companies')) < COMPANIES) {
      await loadLargeSeed(databaseUrl, { companies: COMPANIES, opportunities: OPPORTUNITIES })
    }
    if ((await count('cdr')) === 0) {
      await loadLargeCdr(databaseUrl, { rows: CALLS, months: 12, log: () => undefined })
    }
    await database.query(`begin; ${FILL}; commit; analyze public.extensions, public.dids`)
    const most = await database.query(
      'select tenant_id from public.cdr_daily where tenant_id is not null group by 1 order by sum(calls) desc limit 1',
    )
    return most.rows[0].tenant_id
  } finally {
    await database.end()
  }
}

function measureOther(browser: Browser, address: string): Promise<void> {
  const [name = '', value = ''] = OTHER_COOKIE.split(/=(.*)/)
  const cookies = name ? [{ name, value, url: address }] : []
  const options: BrowserContextOptions = {
    storageState: { cookies: cookies as never, origins: [] },
    viewport: { width: 1440, height: 900 },
    ignoreHTTPSErrors: true,
  }
  return measure(browser, options, 'the other system', address, OTHER_ROW)
}

async function measure(
  browser: Browser,
  options: BrowserContextOptions,
  name: string,
  address: string,
  row: string,
): Promise<void> {
  const api = ({ pathname }: URL) => /^\/(rest|auth|api|storage)\//.test(pathname)
  const once = (network?: Network) => (page: Page) => loadUntilRow(page, address, row, { api, network })
  await coldAndWarm(browser, options, once())
  const loads: Record<'cold' | 'warm' | 'cold, 80 ms', Load[]> = { cold: [], warm: [], 'cold, 80 ms': [] }
  for (let run = 0; run < runs; run++) {
    const { cold, warm } = await coldAndWarm(browser, options, once())
    loads.cold.push(cold)
    loads.warm.push(warm)
    loads['cold, 80 ms'].push((await coldAndWarm(browser, options, once(NETWORK))).cold)
  }
  for (const [how, those] of Object.entries(loads)) printRow(`${name}, ${how}`, those)
}

function printHead(): void {
  const heads = 'p50 ms|p95 ms|main thread|requests|to the API|scripts|kB|in sequence'.split('|')
  console.log(`| ${'first row'.padEnd(34)} | ${heads.join(' | ')} |`)
  console.log(`| ${'-'.repeat(34)} | ${heads.map((head) => `${'-'.repeat(head.length - 1)}:`).join(' | ')} |`)
}

function printRow(name: string, loads: readonly Load[]): void {
  const at = (share: number, of: (load: Load) => number) => {
    const sorted = loads.map(of).toSorted((one, other) => one - other)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  }
  const cells = [
    at(0.5, ({ ms }) => ms),
    at(0.95, ({ ms }) => ms),
    at(0.5, ({ mainThread }) => mainThread),
    at(0.5, ({ requests }) => requests),
    at(0.5, ({ apiRequests }) => apiRequests),
    at(0.5, ({ scripts }) => scripts),
    at(0.5, ({ bytes }) => bytes) / 1000,
    at(0.5, ({ roundTrips }) => roundTrips),
  ]
  console.log(`| ${name.padEnd(34)} | ${cells.map((cell) => cell.toFixed(0)).join(' | ')} |`)
}
