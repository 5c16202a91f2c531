import type { Locator } from '@playwright/test'

/** Opens the combobox with this name and chooses the option with exactly this label. */
export async function choose(form: Locator, box: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: box, exact: true }).click()
  await form.page().getByRole('option', { name: option, exact: true }).click()
}
