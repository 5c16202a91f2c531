import { expect, type Page } from '@playwright/test'

/** Opens the page's import, through its menu if parts can be imported separately. */
export async function openImport(
  page: Page,
  what: string,
  entry: string | RegExp = new RegExp(`^${what}$`, 'i'),
) {
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: `Import ${what}` })
  const menu = page.getByRole('menuitem', { name: entry })
  await expect(menu.or(dialog)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  return {
    dialog,
    choose: (content: string | Buffer) =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }),
  }
}

/** Checks a file with the import. */
export async function check(page: Page, what: string, content: string | Buffer, entry?: string | RegExp) {
  const { dialog, choose } = await openImport(page, what, entry)
  await choose(content)
  await dialog.getByRole('button', { name: /^Check/ }).click()
  const outcomes = dialog.getByRole('list', { name: 'Outcome' }).getByRole('listitem')
  return {
    dialog,
    outcomes,
    refused: dialog.getByRole('region', { name: 'Rejected rows' }).getByRole('listitem'),
    async apply(says = 'were imported.') {
      await dialog.getByRole('button', { name: 'Import' }).click()
      await expect(dialog).toContainText(says)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toBeHidden()
    },
  }
}
