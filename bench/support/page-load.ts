import type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from 'playwright'

/** What a page cost until its first row painted. */
export interface Load {
  /** Milliseconds from the start of the navigation. */
  ms: number
  /** Milliseconds that the page's main thread worked. */
  mainThread: number
  requests: number
  apiRequests: number
  scripts: number
  /** Bytes over the network, as compressed. */
  bytes: number
  /** The longest chain of requests of which each began after the one before had been answered. */
  roundTrips: number
}

/** Network between browser and server: milliseconds of delay for each request. */
export interface Network {
  delay: number
}

interface Exchange {
  begun: number
  answered: number
  bytes: number
  kind: 'api' | 'script' | 'other'
}

declare global {
  interface Window {
    firstRowAt?: number
  }
}

/** Loads `address` in a tab, until `row` has text and is painted. `api` tells which addresses are an API's. */
export async function loadUntilRow(
  page: Page,
  address: string,
  row: string,
  { api, network }: { api: (url: URL) => boolean; network?: Network },
): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await page.addInitScript(watchForRow, row)
  const exchanges = await watchNetwork(session, api, network)
  await session.send('Performance.enable')
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.firstRowAt !== undefined, undefined, {
    polling: 20,
    timeout: 120_000,
  })
  const ms = await page.evaluate(() => window.firstRowAt ?? Number.NaN)
  const busy = await mainThreadMs(session)
  const begun = Math.min(...[...exchanges.values()].map((exchange) => exchange.begun))
  await session.detach()
  return { ms, mainThread: busy, ...countUntil(exchanges, begun + ms / 1000) }
}

/**
 * Clicks, and waits until `row` has text, or stands there as a field, and is painted. `rests`: the pointer rests on what is clicked,
 * long enough for what is fetched then; otherwise nothing announces the click.
 */
export async function untilAfterClick(
  page: Page,
  clicked: Locator,
  row: string,
  { api, network, rests }: { api: (url: URL) => boolean; network?: Network; rests: boolean },
): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  if (rests) {
    await clicked.hover()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(POINTER_RESTS_MS)
  }
  const exchanges = await watchNetwork(session, api, network)
  await page.evaluate(watchAfterClick, row)
  const before = await mainThreadMs(session)
  if (rests) await clicked.click()
  else await clicked.evaluate((link: HTMLElement) => link.click())
  await page.waitForFunction(() => window.firstRowAt !== undefined, undefined, {
    polling: 20,
    timeout: 120_000,
  })
  const ms = await page.evaluate(() => window.firstRowAt ?? Number.NaN)
  const mainThread = (await mainThreadMs(session)) - before
  const begun = Math.min(...[...exchanges.values()].map((exchange) => exchange.begun))
  await session.detach()
  return { ms, mainThread, ...countUntil(exchanges, begun + ms / 1000) }
}

/** The typical time between hovering over a link and clicking it. */
const POINTER_RESTS_MS = 200

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

function countUntil(exchanges: ReadonlyMap<string, Exchange>, until: number) {
  const before = [...exchanges.values()].filter(({ begun }) => begun <= until)
  return {
    requests: before.length,
    apiRequests: before.filter(({ kind }) => kind === 'api').length,
    scripts: before.filter(({ kind }) => kind === 'script').length,
    bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
    roundTrips: longestChain(before.filter(({ answered }) => answered <= until)),
  }
}

/** How long a new window of Chromium prepares itself on a slow machine. */
const WINDOW_OPENS_MS = 1500

/** Loads the page in tabs of its own: with nothing in the cache, and again with everything that the first left there. */
export async function coldAndWarm(
  browser: Browser,
  options: BrowserContextOptions,
  measure: (page: Page) => Promise<Load>,
): Promise<{ cold: Load; warm: Load }> {
  const context = await browser.newContext(options)
  try {
    const load = async () => {
      const page = await context.newPage()
      // Chromium opens a window for the tab, which keeps the processor busy at first.
      await page.waitForTimeout(WINDOW_OPENS_MS)
      const result = await measure(page)
      await page.waitForLoadState('networkidle')
      await page.close()
      return result
    }
    return { cold: await load(), warm: await load() }
  } finally {
    await context.close()
  }
}

/** Runs in the page before a click: `firstRowAt` is then in milliseconds since the click. */
function watchAfterClick(row: string): void {
  delete window.firstRowAt
  const clicked = (event: Event) => {
    const look = () => {
      const found = document.querySelector(row)
      if (!found?.textContent?.trim() && !(found instanceof HTMLInputElement))
        return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        window.firstRowAt ??= performance.now() - event.timeStamp
      }
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }
  document.addEventListener('click', clicked, { capture: true, once: true })
}

/** Runs in the page before anything else. A message that is posted when a frame begins is delivered after its painting. */
function watchForRow(row: string): void {
  const look = () => {
    if (!document.querySelector(row)?.textContent?.trim()) return void requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      window.firstRowAt ??= performance.now()
    }
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

async function watchNetwork(session: CDPSession, api: (url: URL) => boolean, network: Network | undefined) {
  const exchanges = new Map<string, Exchange>()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    const url = new URL(request.url)
    if (!url.protocol.startsWith('http')) return
    const kind = api(url) ? 'api' : type === 'Script' ? 'script' : 'other'
    exchanges.set(requestId, { begun: timestamp, answered: Number.POSITIVE_INFINITY, bytes: 0, kind })
  })
  // Responses from the browser's cache do not count.
  session.on('Network.requestServedFromCache', ({ requestId }) => void exchanges.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) exchanges.delete(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const exchange = exchanges.get(requestId)
    if (exchange) Object.assign(exchange, { answered: timestamp, bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  if (network) {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.delay,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  }
  return exchanges
}

function longestChain(exchanges: readonly Exchange[]): number {
  const inOrder = exchanges.toSorted((one, other) => one.begun - other.begun)
  const chains: number[] = []
  for (const [n, { begun }] of inOrder.entries()) {
    const earlier = chains.filter((_, before) => (inOrder[before]?.answered ?? Infinity) <= begun)
    chains[n] = 1 + Math.max(0, ...earlier)
  }
  return Math.max(0, ...chains)
}
