import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDTHS = [1440, 390, 320]
const THEMES = ['light', 'dark'] as const

/** Checks what is shown now in both themes, at every width unless `widths` says otherwise. */
export async function expectAccessible(page: Page, what: string, widths = WIDTHS) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${what} is wider than its window at ${width} px`).toBeLessThanOrEqual(0)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await finishAnimations(page)
      const { violations } = await new AxeBuilder({ page })
        .options({ runOnly: RULES, resultTypes: ['violations'] })
        .setLegacyMode()
        .analyze()
      const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
      expect(found, `${what}, ${colorScheme}, ${width} px`).toEqual([])
    }
  }
}

/** Ends color transitions, which would fail contrast checks. */
function finishAnimations(page: Page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }
  })
}
