import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { TEST_APP } from '../../scripts/lib/test-app.ts'

/** Libraries loaded only on demand, and strings that survive in their built code. */
const MARKERS = {
  '@sentry/nextjs': '__SENTRY__',
  '@zxing/library': 'MultiFormat',
  'fuse.js': '[Fuse]',
  'posthog-js': '$autocapture',
}
type Library = keyof typeof MARKERS

/** The built files that hold each library. */
function builtFiles(): [Library, string[]][] {
  const folder = join(import.meta.dirname, '../..', TEST_APP.distDir, 'static/chunks')
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const holding = (marker: string) => files.filter((_, index) => texts[index]?.includes(marker))
  const found = Object.entries(MARKERS).map(([library, marker]) => [library, holding(marker)] as const)
  return found as [Library, string[]][]
}

/** Watches what a page and its workers download from now on. */
export function downloads(page: Page) {
  const built = builtFiles()
  const own = [TEST_APP.url, TEST_APP.builtInSupabaseUrl].map((url) => new URL(url).host)
  const elsewhere: string[] = []
  const scripts = new Set<string>()
  page.context().on('request', (request) => {
    const { protocol, host, pathname } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !own.includes(host)) elsewhere.push(request.url())
    scripts.add(pathname.split('/').at(-1) ?? '')
  })
  return {
    /** Requested URLs outside the app and its backend. */
    elsewhere: () => elsewhere,
    /** The libraries downloaded so far. */
    libraries: () =>
      built.filter(([, files]) => files.some((file) => scripts.has(file))).map(([name]) => name),
    /** Libraries in the build; a library missing here could never be downloaded. */
    built: () => built.filter(([, files]) => files.length > 0).map(([name]) => name),
  }
}
