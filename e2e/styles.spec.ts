import { expect } from './fixtures'
import { test } from './support/rows'

test.use({ role: 'superadmin' })

// Maple Hollow Senior Living of the demo data.
const COMPANY = 'Maple Hollow Senior Living'

test('the CSP refuses nothing that the pages do, styles inserted by scripts included', async ({
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
  await page.goto(`/app/tenants/${rows[0]?.id}/cdr`)
  await expect(page.getByRole('tablist')).toBeVisible()
  await page.goto('/app/numbers')
  await expect(page.getByRole('tablist')).toBeVisible()
  expect(refused).toEqual([])
})
