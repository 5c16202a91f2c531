import { type Browser, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '../../local/keys.ts'
import { findChromium } from '../../scripts/lib/chromium.ts'

/** A browser started by root has no sandbox. */
export const NO_SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Chromium at 1440 × 900, signed in to the app at `url`, with its first page idle. */
export async function openSignedIn(
  url: string,
  email: string,
  {
    switches = [],
    executablePath = findChromium(),
    prepare,
  }: { switches?: string[]; executablePath?: string; prepare?: (page: Page) => Promise<void> } = {},
): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch({
    executablePath,
    args: [...NO_SANDBOX, '--disable-gpu', ...switches],
  })
  // Measurements put scripts into the page, which the app's policy would not allow.
  const page = await browser.newPage({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    bypassCSP: true,
  })
  await prepare?.(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')
  await page.waitForLoadState('networkidle')
  return { browser, page }
}
