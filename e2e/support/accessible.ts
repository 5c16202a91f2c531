import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WIDTHS = [1440, 390, 320]
const ALL_RULES: RunOptions['runOnly'] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules that compare colors; all others give the same result in both themes. */
const COLOR_RULES: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const THEMES = [
  { colorScheme: 'light', rules: ALL_RULES },
  { colorScheme: 'dark', rules: COLOR_RULES },
] as const

/** Narrower than this, only the room changes, not the styles: the dark theme need not be checked again. */
const SAME_STYLES = 390

/** Checks what is shown now in both themes, at every width unless `widths` says otherwise. */
export async function expectAccessible(page: Page, what: string, widths = WIDTHS) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${what} is wider than its window at ${width} px`).toBeLessThanOrEqual(0)
    for (const { colorScheme, rules } of width < SAME_STYLES ? THEMES.slice(0, 1) : THEMES) {
      await page.emulateMedia({ colorScheme })
      await finishAnimations(page)
      expect(await violations(page, rules), `${what}, ${colorScheme}, ${width} px`).toEqual([])
    }
  }
}

/** axe's violations. Its script stays in the page, because loading it takes longer than some checks. */
async function violations(page: Page, runOnly: RunOptions['runOnly']) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async (options: RunOptions) => {
      const { violations } = await window.axe.run(document, options)
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  )
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
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
