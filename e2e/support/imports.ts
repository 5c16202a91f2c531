import { expect, type Page } from '@playwright/test'

/** Opens the import of what the page is about, by its menu where parts have files of their own; has a file checked. */
export async function check(
  page: Page,
  what: string,
  text: string,
  entry: string | RegExp = new RegExp(`^${what}$`, 'i'),
) {
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: `Import ${what}` })
  const menu = page.getByRole('menuitem', { name: entry })
  await expect(menu.or(dialog)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: /^Check/ }).click()
  const outcomes = dialog.getByRole('list', { name: 'Outcome' }).getByRole('listitem')
  return {
    dialog,
    outcomes,
    refused: dialog.getByRole('region', { name: 'Refused rows' }).getByRole('listitem'),
    async apply(says = 'have been imported.') {
      await dialog.getByRole('button', { name: 'Import' }).click()
      await expect(dialog).toContainText(says)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toBeHidden()
    },
  }
}
