import type { Page } from '@playwright/test'
import { expect } from '../fixtures'

/**
 * Moves what was picked up with space and waits until the page says `heard`. dnd-kit listens for the arrow keys only a timer
 * after it has announced the pick-up (KeyboardSensor.attach), so the key is sent after the timers that are set.
 */
export async function moveHeld(page: Page, key: 'ArrowDown' | 'ArrowUp' | 'ArrowRight', heard: string) {
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await page.keyboard.press(key)
  await expect(page.getByText(heard)).toBeAttached()
}
