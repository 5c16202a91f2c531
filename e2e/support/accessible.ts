import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const DESKTOP = 1440
const PHONE = 390
/** Text and controls must fit without scrolling sideways (WCAG 2.2, 1.4.10). Only the room differs from a phone's, not the styles. */
const NARROWEST = 320
const ALL_RULES: RunOptions['runOnly'] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules that compare colors; all others give the same result in both themes. In dark they run once, as the colors are those of any width. */
const COLOR_RULES: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
/** Rules that depend on where things stand. */
const LAYOUT_RULES: RunOptions['runOnly'] = {
  type: 'rule',
  values: ['target-size', 'scrollable-region-focusable'],
}
const THEMES = [
  { colorScheme: 'light', rules: ALL_RULES },
  { colorScheme: 'dark', rules: COLOR_RULES },
] as const

/**
 * Checks what is shown now at every width of `widths`, at the first in both themes. With a phone's among them, what depends on the room
 * is checked at the narrowest width, too.
 */
export async function expectAccessible(page: Page, what: string, widths = [DESKTOP, PHONE]) {
  for (const width of widths) {
    await expectToFit(page, what, width)
    for (const { colorScheme, rules } of width === widths[0] ? THEMES : THEMES.slice(0, 1)) {
      await page.emulateMedia({ colorScheme })
      await finishAnimations(page)
      expect(await violations(page, rules), `${what}, ${colorScheme}, ${width} px`).toEqual([])
    }
  }
  if (!widths.includes(PHONE)) return
  await expectToFit(page, what, NARROWEST)
  expect(await violations(page, LAYOUT_RULES), `${what}, ${NARROWEST} px`).toEqual([])
}

async function expectToFit(page: Page, what: string, width: number) {
  await page.setViewportSize({ width, height: 900 })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect
    .poll(overflow, { message: `${what} is wider than its window at ${width} px` })
    .toBeLessThanOrEqual(0)
}

/**
 * axe's violations in what can be reached: an open dialog's library marks what it hides. axe stays in the page, because loading it takes
 * longer than some checks.
 */
async function violations(page: Page, runOnly: RunOptions['runOnly']) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async (options: RunOptions) => {
      const { violations } = await window.axe.run({ exclude: ['[data-aria-hidden="true"]'] }, options)
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
    },
    // Only a rule that is off needs the style sheets, which take as long to load as all others to run.
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies RunOptions,
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
