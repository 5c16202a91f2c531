import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { monthStart, test } from './support/billing'

test.use({ role: 'admin' })

test('a service is added, pays for the seats that are subscribed, and is taken off sale', async ({
  page,
  billedTenant,
  database,
}) => {
  const tenant = await billedTenant('Seated Trial Dental')
  const name = `Trial seat ${randomUUID().slice(0, 8)}`
  const stored = async () =>
    (await database.query('select * from services where name like $1', [`${name}%`])).rows
  const billed = async () =>
    (
      await database.query(
        `select coalesce(sum(s.quantity), 0)::int as seats from subscriptions s
         join services v on v.id = s.service_id and v.seat_product = 'extension' where s.tenant_id = $1`,
        [tenant],
      )
    ).rows
  try {
    await page.goto('/app/sales')
    await page.getByRole('link', { name: 'Services' }).click()
    await page.getByRole('button', { name: 'New service' }).click()
    const form = page.getByRole('dialog', { name: 'New service' })
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByLabel('Pays for seats').selectOption('Extensions')
    await form.getByLabel('Monthly price').fill('19.95')
    await form.getByRole('button', { name: 'Create service' }).click()
    await expect(form).toBeHidden()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('$19.95')
    const [made] = await stored()
    expect(made).toMatchObject({
      seat_product: 'extension',
      one_off_price: '0.00',
      monthly_price: '19.95',
      active: true,
    })

    await followAfterForm(page, `/app/tenants/${tenant}/licensing`)
    const seats = page.getByRole('row', { name: /Extensions/ })
    await expect(seats).toContainText('not billed')
    await database.query(
      `insert into subscriptions (tenant_id, service_id, quantity, unit_price, starts_on) values ($1, $2, 20, 19.95, $3)`,
      [tenant, made?.id, monthStart()],
    )
    expect(await billed()).toEqual([{ seats: 20 }])
    await page.reload()
    await expect(seats).toContainText('Extensions')
    await expect(seats).not.toContainText('not billed')

    await page.goto(`/app/sales/services?record=${made?.id}`)
    const card = page.getByRole('dialog', { name })
    await expect(card.getByLabel('Pays for seats')).toHaveValue('extension')
    await card.getByRole('textbox', { name: 'Name' }).fill(`${name}, old`)
    await card.getByLabel('For sale').click()
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card).toBeHidden()
    expect(await stored()).toMatchObject([{ id: made?.id, name: `${name}, old`, active: false }])
    await expectAccessible(page, 'services', [390])
  } finally {
    await database.query('delete from subscriptions where tenant_id = $1', [tenant])
    await database.query('delete from services where name like $1', [`${name}%`])
  }
})
