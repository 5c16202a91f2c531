/**
 * What people at work cost, in processor time of server, backend and PostgreSQL together, which other work on the machine changes
 * little: whole views of a list of 2,000 extensions (the page with its first rows, and all that its scripts ask of the API after it)
 * and pages of calls, 20 at a time.
 *
 *   npm run bench:page-cost [-- --views 200]
 *
 * Serves the production build with data of its own (.local/bench, filled on the first run), or measures the app that BENCH_URL
 * names, served with that data.
 */
import { Agent, request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { runningBackend } from '../local/data-dir.ts'
import { BENCH_DATA_DIR, signedInClient, startBenchApp } from './support/app.ts'
import { openSignedIn } from './support/browser.ts'
import { fillLargeLists, LARGE_TENANT } from './support/large-lists.ts'
import { processorUse } from './support/processor.ts'

const AT_ONCE = 20
const DAY_MS = 86_400_000
const BUDGET_MS = { view: 30, page: (1000 * availableParallelism()) / 400 }
/** A browser's six connections for each of those who ask. */
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * 6 })

const { values } = parseArgs({ options: { views: { type: 'string', default: '200' } } })
const views = Number(values.views)

const app = await startBenchApp()
try {
  const tenantWithCalls = await fillLargeLists(app.databaseUrl)
  const { browser, page } = await openSignedIn(app.url, 'tech@demo.test')
  const view = await requestsOf(page, `${app.url}/app/tenants/${LARGE_TENANT}/extensions`)
  await browser.close()
  const client = await signedInClient('tech@demo.test')
  const days = {
    first_day: new Date(Date.now() - 390 * DAY_MS).toISOString().slice(0, 10),
    last_day: new Date().toISOString().slice(0, 10),
  }

  console.log(`Load ${loadavg()[0]?.toFixed(1)}; ${view.length} requests a view.`)
  await measure('a view of the extensions', BUDGET_MS.view, () => Promise.all(view.map((ask) => ask())))
  await measure('a page of calls', BUDGET_MS.page, async () =>
    client.rpc('cdr_page', { tenant: tenantWithCalls, ...days, page_size: 51 }).throwOnError(),
  )
} finally {
  await app.stop()
}

/** Requests a browser makes to show a page: the page and the API; scripts and styles are cached. */
async function requestsOf(page: Page, address: string): Promise<(() => Promise<void>)[]> {
  const asked: (() => Promise<void>)[] = []
  const waiting: Promise<unknown>[] = []
  // Ends the page that the sign-in led to, which on a busy machine has not asked for all of its data yet.
  await page.goto('about:blank')
  page.on('request', (seen) => {
    const { pathname } = new URL(seen.url())
    const isOfView = seen.url() === address || /^\/(rest|auth|api)\//.test(pathname)
    // A browser caches preflight responses (OPTIONS).
    if (!isOfView || seen.method() === 'OPTIONS') return
    waiting.push(
      seen.allHeaders().then((headers) => {
        const sent = Object.entries(headers).filter(
          ([name]) => !/^(:|host$|connection$|content-length$)/.test(name),
        )
        const options = { method: seen.method(), headers: Object.fromEntries(sent) }
        const body = seen.postDataBuffer()
        asked.push(() => ask(seen.url(), options, body))
      }),
    )
  })
  await page.goto(address)
  // A busy machine is idle on the network before the scripts have run, which ask for the count among other things.
  await page.getByText(/of 2,000/).waitFor()
  await page.waitForLoadState('networkidle')
  await Promise.all(waiting)
  return asked
}

/** Leaves the answer packed: unpacking it, which is a browser's work, would take processor time from the app. Rejects any but a 2xx. */
function ask(
  address: string,
  options: { method: string; headers: Record<string, string> },
  body: Buffer | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    request(address, { ...options, agent }, (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode < 200 || statusCode > 299) reject(new Error(`${address} answered ${statusCode}.`))
      answer.once('end', resolve).once('error', reject).resume()
    })
      .once('error', reject)
      .end(body ?? undefined)
  })
}

async function measure(what: string, budget: number, once: () => Promise<unknown>): Promise<void> {
  const pid = runningBackend(BENCH_DATA_DIR)?.pid ?? 0
  const run = async (times: number) => {
    let left = times
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) await once()
      }),
    )
  }
  // Measures code that is already compiled.
  await run(views)
  const before = processorUse(pid)
  const begun = performance.now()
  await run(views)
  const aSecond = (views * 1000) / (performance.now() - begun)
  const shares = [...processorUse(pid)].map(
    ([work, used]) => [work, (used - (before.get(work) ?? 0)) / views] as const,
  )
  const each = shares.reduce((total, [, share]) => total + share, 0)
  const alone = (1000 * availableParallelism()) / each
  console.log(
    `${what}: ${each.toFixed(1)} ms of processor time of at most ${budget}; ${aSecond.toFixed(1)} a second here, ${alone.toFixed(1)} if the app had all cores`,
  )
  const noted = shares.filter(([, share]) => share >= 0.05).sort(([, one], [, other]) => other - one)
  console.log(`  ${noted.map(([work, share]) => `${work} ${share.toFixed(1)}`).join(', ')}`)
  if (each > budget) process.exitCode = 1
}
