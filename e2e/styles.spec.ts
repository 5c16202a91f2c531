import { expect } from './fixtures'
import { follow, followAfterForm } from './screens/shell'
import { test } from './support/rows'

test.use({ role: 'superadmin' })

// Maple Hollow Senior Living of the demo data.
const COMPANY = 'Maple Hollow Senior Living'

test('the CSP refuses nothing that the pages do, styles inserted by scripts included, and a name is drawn as it was typed', async ({
  page,
  database,
}) => {
  const { rows } = await database.query<{ id: string }>(
    'select domain_uuid as id from public.companies where name = $1',
    [COMPANY],
  )
  const refused: string[] = []
  await page.exposeFunction('noteRefused', (what: string) => refused.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile }) => {
      const { noteRefused } = window as unknown as { noteRefused(what: string): void }
      noteRefused(`${effectiveDirective} ${sourceFile}`)
    })
  })
  await page.goto(`/app/tenants/${rows[0]?.id}/recordings`)
  await page.getByRole('button', { name: 'Actions for After hours' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('table', { name: 'Recordings' }).getByRole('link', { name: 'After hours' }).click()
  await expect(page.getByRole('slider', { name: 'Position in After hours' })).toBeVisible()
  // The scroll lock behind the dialog is one of the inserted styles.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await followAfterForm(page, `/app/tenants/${rows[0]?.id}/cdr`)
  await expect(page.getByRole('tablist')).toBeVisible()
  await follow(page, '/app/numbers')
  await expect(page.getByRole('heading', { level: 1, name: 'Numbers' })).toBeVisible()
  await expect(page.getByRole('tablist')).toBeVisible()
  expect(refused).toEqual([])

  // A name is drawn as it was typed: the x of "40x3" stays an x.
  await page.waitForFunction(() => document.fonts.check('14px "Inter Variable"'))
  const widths = await page.evaluate(() =>
    ['40x3', '40<span>x</span>3', '40×3'].map((text) => {
      const name = document.querySelector('h1')?.appendChild(document.createElement('span'))
      if (!name) return 0
      name.innerHTML = text
      return name.getBoundingClientRect().width
    }),
  )
  expect(widths[0]).toBe(widths[1])
  expect(widths[0]).not.toBe(widths[2])
})
