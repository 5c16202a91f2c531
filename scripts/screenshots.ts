// `npm run screenshots`: takes the pictures in docs/images, of the test app on fresh data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '../local/keys.ts'
import { ensureChromium, findChromium } from './lib/chromium.ts'
import { TEST_APP } from './lib/test-app.ts'

const folder = join(import.meta.dirname, '../docs/images')

const LOOKS = [
  { name: 'desktop', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  {
    name: 'phone',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
] as const

const isServing = () =>
  fetch(`${TEST_APP.url}/login`).then(
    (answer) => answer.ok,
    () => false,
  )

/** Serves the test app on fresh data, without what tests left behind; resolves to a function that stops it. */
async function serve(): Promise<() => Promise<void>> {
  if (await isServing()) throw new Error('The test app is running. Stop it first.')
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test-app.ts')], { stdio: 'inherit' })
  while (!(await isServing())) {
    if (child.exitCode !== null) throw new Error('The test app did not start; see the lines above.')
    await new Promise((wait) => setTimeout(wait, 500))
  }
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' })
  console.log(`docs/images/${name}.png`)
}

async function shootAll(browser: Browser, { name, ...look }: (typeof LOOKS)[number]): Promise<void> {
  const page = await browser.newPage({ baseURL: TEST_APP.url, locale: 'en-US', ...look })
  await page.goto('/login')
  await page.getByLabel('Email').fill('superadmin@demo.test')
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await shoot(page, `dashboard-${name}`)

  await page.goto('/app/tenants')
  await page.getByRole('link', { name: 'Harbor Lane Dental' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('ri')
  await page.getByRole('option').first().waitFor()
  await page.getByText('Loading companies…').waitFor({ state: 'detached' })
  await shoot(page, `search-${name}`)
  await page.close()
}

ensureChromium()
mkdirSync(folder, { recursive: true })
const stop = await serve()
try {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  for (const look of LOOKS) await shootAll(browser, look)
  await browser.close()
} finally {
  await stop()
}
