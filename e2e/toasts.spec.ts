import { expect } from './fixtures'
import { test } from './support/rows'

test.use({ role: 'superadmin' })

for (const [device, viewport] of [
  ['in a small window', { width: 700, height: 500 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test(`a toast stands above the buttons of an open form ${device}, and can be closed`, async ({
    page,
    rows,
  }) => {
    const tenant = await rows.tenant('Toasted')
    await rows.extension(tenant, '1001', 'Reception')
    await page.setViewportSize(viewport)
    await page.goto(`/app/tenants/${tenant}/extensions`)
    await page.getByRole('link', { name: '1001' }).click()
    const form = page.getByRole('dialog')
    const toast = page.getByRole('alert').filter({ hasText: 'SIP password changed' })
    // It stays while the pointer rests on it, if that comes to it in time.
    await expect(async () => {
      await form.getByRole('button', { name: 'Rotate SIP password' }).click()
      await form.getByRole('button', { name: 'Set', exact: true }).click()
      await toast.last().hover({ timeout: 10_000 })
    }).toPass()
    const [box, save] = [
      await toast.last().boundingBox(),
      await form.getByRole('button', { name: 'Save' }).boundingBox(),
    ]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0)
    await toast.last().getByRole('button', { name: 'close' }).click()
    await expect(toast).toHaveCount(0)
    await expect(form).toBeVisible()
  })
}
