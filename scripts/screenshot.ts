// `npm run screenshot`: takes the picture that README.md shows, of the test app on fresh data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSignedIn } from '../bench/support/browser.ts'
import { ensureChromium } from './lib/chromium.ts'
import { TEST_APP } from './lib/test-app.ts'

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

ensureChromium()
const stop = await serve()
try {
  const { browser, page } = await openSignedIn(TEST_APP.url, 'superadmin@demo.test')
  await page.goto('/app/tenants')
  await page.getByRole('link', { name: 'Harbor Lane Dental' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('ri')
  await page.getByRole('option').first().waitFor()
  await page.getByText('Loading companies…').waitFor({ state: 'detached' })
  const path = join(import.meta.dirname, '../docs/images/search.png')
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  await browser.close()
} finally {
  await stop()
}
