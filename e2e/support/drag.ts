import type { Page } from '@playwright/test'
import { expect } from '../fixtures'

/**
 * Moves what was picked up with space, until the page says `heard`. dnd-kit listens for the arrow keys only a timer
 * after it has announced the pick-up (KeyboardSensor.attach), so a key sent at once may fall between.
 */
export async function moveHeld(page: Page, key: 'ArrowDown' | 'ArrowUp' | 'ArrowRight', heard: string) {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByText(heard)).toBeAttached({ timeout: 3000 })
  }).toPass()
}
