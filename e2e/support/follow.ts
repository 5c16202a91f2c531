import type { Page } from '@playwright/test'

/**
 * Goes to a page as a link within the app does, without loading the app again. Resolves once the page is shown, maybe without its rows. A
 * form that has just been closed leaves the address first: it goes back, which would end the new page otherwise.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[role="dialog"]') ?? !new URLSearchParams(location.search).has('record'),
  )
  await page.evaluate(async (to) => {
    const { next } = window as unknown as { next: { router: { push(path: string): Promise<boolean> } } }
    await next.router.push(to)
  }, path)
}
