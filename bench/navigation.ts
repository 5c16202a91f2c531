/**
 * From page to page within the app, in Chromium: from the click on a link to the first row of the list, and from the click on a row to
 * its open form. Each move is made from a page that was just opened, once by a click that nothing announced (as from the
 * keyboard) and once after the pointer rested on the link; then back and forth between pages that were open before.
 *
 *   npm run bench:navigation [-- --runs 5 --delay 80]
 *
 * Serves the production build with the data of bench:cold-load (run that first: it fills them), or measures the app that BENCH_URL
 * names. Tells the time, the requests that were sent from the click to the row, and how many of them waited for one another.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { startBenchApp } from './support/app.ts'
import { openSignedIn } from './support/browser.ts'
import { type Load, type Network, untilAfterClick } from './support/page-load.ts'

const TENANT = '/app/tenants/7d0c5d1e-0000-4000-8000-000000004000'
const rowsOf = (label: string) => `main table[aria-label="${label}"] tbody a[href]`

/** From a page, by a link, to the first row of a list. */
const MOVES = [
  { name: 'overview to extensions', from: TENANT, link: `${TENANT}/extensions`, row: rowsOf('Extensions') },
  {
    name: 'extensions to numbers',
    from: `${TENANT}/extensions`,
    link: `${TENANT}/dids/inbound`,
    row: rowsOf('Inbound numbers'),
  },
  {
    name: 'extensions to tenants',
    from: `${TENANT}/extensions`,
    link: '/app/tenants',
    row: rowsOf('Tenants'),
  },
  { name: 'tenants to numbers in stock', from: '/app/tenants', link: '/app/numbers', row: rowsOf('Numbers') },
]

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, delay: { type: 'string' } },
})
const runs = Number(values.runs)
const network: Network | undefined = values.delay ? { delay: Number(values.delay) } : undefined

const app = await startBenchApp()
try {
  const { browser, page } = await openSignedIn(app.url, 'superadmin@demo.test')
  try {
    const options = {
      storageState: await page.context().storageState(),
      viewport: { width: 1440, height: 900 },
    }
    console.log(
      `${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, ${runs} runs, ${network?.delay ?? 0} ms of network\n`,
    )
    console.log('| move | p50 ms | p95 ms | requests | kB | in sequence |')
    console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
    for (const move of MOVES) {
      for (const rests of [false, true]) {
        const loads = await repeated(browser, options, async (tab) => {
          await settled(tab, app.url + move.from)
          return follow(tab, move.link, move.row, rests)
        })
        print(`${move.name}, ${rests ? 'the pointer rested' : 'unannounced'}`, loads)
      }
    }
    const there = MOVES[0] as (typeof MOVES)[number]
    const back = { link: TENANT, row: 'main a[href*="/extensions"]' }
    const again = await repeated(browser, options, async (tab) => {
      await settled(tab, app.url + there.from)
      await follow(tab, there.link, there.row, true)
      await follow(tab, back.link, back.row, false)
      await tab.waitForLoadState('networkidle')
      return follow(tab, there.link, there.row, false)
    })
    print('to a page that was open before', again)
    for (const rests of [false, true]) {
      const forms = await repeated(browser, options, async (tab) => {
        await settled(tab, `${app.url}${TENANT}/extensions`)
        const row = tab.locator(rowsOf('Extensions')).nth(3)
        return untilAfterClick(tab, row, 'dialog input, [role="dialog"] input', {
          api: isApi,
          network,
          rests,
        })
      })
      print(`a row to its form, ${rests ? 'the pointer rested' : 'unannounced'}`, forms)
    }
  } finally {
    await browser.close()
  }
} finally {
  await app.stop()
}

function isApi({ pathname }: URL): boolean {
  return /^\/(rest|auth|api)\//.test(pathname)
}

async function repeated(
  browser: Browser,
  options: BrowserContextOptions,
  measure: (tab: Page) => Promise<Load>,
): Promise<Load[]> {
  const loads: Load[] = []
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext(options)
    try {
      loads.push(await measure(await context.newPage()))
    } finally {
      await context.close()
    }
  }
  return loads
}

/** The idle page, with its background fetches done. */
async function settled(tab: Page, address: string): Promise<void> {
  await tab.goto(address)
  await tab.waitForLoadState('networkidle')
}

function follow(tab: Page, link: string, row: string, rests: boolean): Promise<Load> {
  const clicked = tab.locator(`a[href="${link}"]:visible`).first()
  return untilAfterClick(tab, clicked, row, { api: isApi, network, rests })
}

function print(name: string, loads: readonly Load[]): void {
  const at = (share: number, of: (load: Load) => number) =>
    loads.map(of).toSorted((one, other) => one - other)[
      Math.min(loads.length - 1, Math.floor(share * loads.length))
    ] ?? 0
  const cells = [
    at(0.5, ({ ms }) => ms).toFixed(0),
    at(0.95, ({ ms }) => ms).toFixed(0),
    at(0.5, ({ requests }) => requests),
    (at(0.5, ({ bytes }) => bytes) / 1000).toFixed(0),
    at(0.5, ({ roundTrips }) => roundTrips),
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
