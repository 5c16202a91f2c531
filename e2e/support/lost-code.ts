import type { Page } from '@playwright/test'

/** The page cannot load the scripts that contain the text, until the returned function is called. */
export async function loseCode(page: Page, text: string): Promise<() => void> {
  let lost = true
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    if (!lost) return route.fallback()
    const script = await (await route.fetch()).text()
    return script.includes(text) ? route.abort() : route.fallback()
  })
  return () => {
    lost = false
  }
}
