import type { Page } from '@playwright/test'
import { READY } from '../../components/ui/replay-early-input'
import { SCRIPT_META } from '../../components/ui/scripts-after-paint'

declare global {
  interface Window {
    isReady?: boolean
  }
}

/**
 * Has `goto` and `reload` resolve once the page handles input itself. Its scripts run after it is painted, and thus after the browser
 * calls it loaded. A test of what happens before says what it waits for (`waitUntil`).
 */
export async function readyWhenOpened(page: Page): Promise<void> {
  await page.addInitScript((ready) => {
    document.addEventListener(ready, () => {
      window.isReady = true
    })
  }, READY)
  const untilReady = () =>
    page.waitForFunction(
      (name) => window.isReady || !document.querySelector(`meta[name=${name}]`),
      SCRIPT_META,
    )
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    if (!options?.waitUntil) await untilReady()
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (!options?.waitUntil) await untilReady()
    return answer
  }
}
