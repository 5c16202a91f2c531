import { randomUUID } from 'node:crypto'
import { test as base, expect } from './fixtures'
import { mainNavigation } from './screens/shell'
import { expectAccessible } from './support/accessible'

const test = base.extend<{ name: string }>({
  name: async ({ database }, use) => {
    const name = `Customer ${randomUUID().slice(0, 8)}`
    await use(name)
    await database.query('delete from companies where name like $1', [`${name}%`])
  },
})

test.use({ role: 'admin' })

test('a customer is found, and created with a contact, edited and deleted', async ({
  page,
  database,
  name,
}) => {
  await page.goto('/app/app/customers?q=harbor')
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Harbor Lane Dental/ })).toBeVisible()
  await expectAccessible(page, 'the customers')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'New customer' }).first().click()
  await expect(page).toHaveURL('/customers/create')
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create customer' }).click()
  await expect(form.getByText('Enter the legal name.')).toBeVisible()
  await form.getByLabel('Legal name').fill(name)
  await form.getByLabel('Phone', { exact: true }).first().fill('(207) 555-0177')
  await form.getByRole('button', { name: 'Add a contact' }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Front office')
  await form.getByLabel('Email', { exact: true }).fill('office@customer.example')
  await form.getByRole('button', { name: 'Create customer' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const stored = await database.query(
    `select c.phone, c.status, k.name as contact, k.email from companies c join contacts k on k.company_id = c.id
     where c.name = $1`,
    [name],
  )
  expect(stored.rows).toEqual([
    { phone: '+12075550177', status: 'prospect', contact: 'Front office', email: 'office@customer.example' },
  ])
  await expectAccessible(page, 'a customer')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Status').selectOption('Active')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(page).toHaveURL('/app/app/customers')
  expect((await database.query('select 1 from companies where name = $1', [name])).rows).toEqual([])
})

test('a tenant leads to its customer, where the balance is that a caller asks for', async ({
  page,
  database,
}) => {
  const { rows } = await database.query<{ id: string; tenant: string }>(
    "select id, domain_uuid as tenant from companies where name = 'Bluestem Veterinary Clinic'",
  )
  await page.goto(`/app/tenants/${rows[0]?.tenant}`)
  await page.getByRole('main').getByRole('link', { name: 'Bluestem Veterinary Clinic' }).click()
  await expect(page).toHaveURL(`/customers/${rows[0]?.id}`)
  await expect(page.getByText('Balance', { exact: true })).toBeVisible()
})

test('a caller is helped, noted and promised a follow-up, which then shows on the dashboard', async ({
  page,
  database,
  name,
}) => {
  const { rows } = await database.query<{ id: string }>(
    `insert into companies (name, website, phone) values ($1, 'example.com/offices', '+12075550177;ext=12') returning id`,
    [name],
  )
  const id = rows[0]?.id
  await page.goto(`/customers/${id}`)
  await expect(page.getByText('Balance', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: '(207) 555-0177 ext. 12' })).toHaveAttribute(
    'href',
    'tel:+12075550177;ext=12',
  )
  await expect(page.getByRole('link', { name: 'example.com/offices' })).toHaveAttribute(
    'href',
    'https://example.com/offices',
  )
  await expect(page.getByRole('link', { name: 'New opportunity' })).toBeVisible()
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await expect(page.getByPlaceholder('Write a note')).toBeFocused()
  await page.keyboard.type('Asked for a second line.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Asked for a second line.' }).first(),
  ).toBeVisible()

  await page.getByRole('button', { name: 'New task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('button', { name: 'Add task' }).click()
  await expect(dialog.getByText('Enter what needs to be done.')).toBeVisible()
  await dialog.getByLabel('Task').fill(`Send ${name} an offer`)
  await dialog.getByLabel('Due').fill('2026-01-05')
  await dialog.getByRole('button', { name: 'Add task' }).click()
  await expect(dialog).toBeHidden()
  await expectAccessible(page, 'a customer with notes and tasks')
  await page.setViewportSize({ width: 1440, height: 900 })

  await mainNavigation(page).getByRole('link', { name: 'Dashboard' }).click()
  const mine = page
    .getByRole('listitem')
    .filter({ hasText: `Send ${name} an offer`, has: page.getByRole('checkbox') })
  await expect(mine).toContainText('Overdue')
  await mine.getByRole('checkbox').click()
  await expect(mine).toBeHidden()
  // It leaves the list before the answer comes.
  const tasks = async () => {
    const found = await database.query(
      `select t.due_on::text, t.done_at is not null as done, m.email from tasks t join members m on m.id = t.assignee_id
       where t.company_id = $1`,
      [id],
    )
    return found.rows
  }
  await expect.poll(tasks).toEqual([{ due_on: '2026-01-05', done: true, email: 'admin@demo.test' }])
})
