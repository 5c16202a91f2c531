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
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { startBenchApp } from './support/app.ts'
import { openSignedIn } from './support/browser.ts'
import { fillLargeLists, LARGE_TENANT } from './support/large-lists.ts'
import { coldAndWarm, type Load, loadUntilRow, type Network } from './support/page-load.ts'

const NETWORK: Network = { delay: 80 }
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
    const tenantWithCalls = await fillLargeLists(app.databaseUrl)
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
