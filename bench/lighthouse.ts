/**
 * Lighthouse's scores of pages with data, on its simulated phone and on a desktop.
 *
 *   npm run bench:lighthouse [-- /app/numbers /app/sales]
 *
 * Serves the production build with data of its own (.local/bench, filled on the first run), or measures the app that BENCH_URL names,
 * served with that data. Lighthouse is downloaded by npx; the app itself does not need it. Exits with 1 if a score is below its
 * budget: performance 95 on the phone and 100 on the desktop, accessibility and best practices 100.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright'
import { DEMO_PASSWORD } from '../local/keys.ts'
import { findChromium } from '../scripts/lib/chromium.ts'
import { startBenchApp } from './support/app.ts'
import { NO_SANDBOX } from './support/browser.ts'
import { fillLargeLists, LARGE_TENANT } from './support/large-lists.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const PORT = 9333
const TENANT = `/app/tenants/${LARGE_TENANT}`
const ROUTES = [
  '/app',
  '/app/tenants',
  TENANT,
  `${TENANT}/extensions`,
  `${TENANT}/devices`,
  `${TENANT}/cdr`,
  '/app/numbers',
  '/app/sales',
  '/app/app/customers',
  '/app/inventory',
  '/app/reports',
  '/app/superadmin/users',
]
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const FORMS = {
  phone: { performance: 95, flags: [] },
  desktop: { performance: 100, flags: ['--preset=desktop'] },
}
/** Now and then Chromium leaves the navigation out of Lighthouse's trace. */
const ATTEMPTS = 6

interface Report {
  runtimeError?: { code: string }
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

const { positionals } = parseArgs({ allowPositionals: true })
const app = await startBenchApp()
const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
// Lighthouse opens its tabs in the browser's own context, so that is the one to sign in to.
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium(),
  args: [`--remote-debugging-port=${PORT}`, '--disable-gpu', ...NO_SANDBOX],
})
try {
  await fillLargeLists(app.databaseUrl)
  const page = await browser.newPage()
  await page.goto(`${app.url}/login`)
  await page.getByLabel('Email').fill('superadmin@demo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')

  console.log(`Load ${loadavg()[0]?.toFixed(1)}.`)
  for (const [form, { performance, flags }] of Object.entries(FORMS)) {
    for (const route of positionals.length > 0 ? positionals : ROUTES) {
      const { categories, audits } = await graded(route, flags)
      const scores = CATEGORIES.map((category) => Math.round((categories[category].score ?? 0) * 100))
      if (scores.some((score, i) => score < (i === 0 ? performance : 100))) process.exitCode = 1
      const ms = (audit: string) => audits[audit]?.numericValue?.toFixed(0)
      console.log(
        `${form.padEnd(8)}${scores.map((score) => String(score).padStart(4)).join('')}` +
          `  largest paint ${ms('largest-contentful-paint')} ms, blocked ${ms('total-blocking-time')} ms  ${route.replace(LARGE_TENANT, '{id}')}`,
      )
    }
  }
} finally {
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  await app.stop()
}

async function graded(route: string, flags: readonly string[]): Promise<Report> {
  const file = join(profile, 'report.json')
  const options = [
    `--port=${PORT}`,
    `--only-categories=${CATEGORIES.join()}`,
    '--disable-storage-reset',
    ...flags,
  ]
  for (let attempt = 1; ; attempt++) {
    const asked = ['--yes', LIGHTHOUSE, app.url + route, '--output=json', `--output-path=${file}`, ...options]
    // A run that ends before it reports must not pass for the one before.
    rmSync(file, { force: true })
    // It exits with 1 after a failure of its own, which its report names too.
    await promisify(execFile)('npx', [...asked, '--quiet']).catch(() => undefined)
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    if (!report.runtimeError) return report
    if (attempt === ATTEMPTS)
      throw new Error(`Lighthouse could not grade ${route}: ${report.runtimeError.code}`)
  }
}
