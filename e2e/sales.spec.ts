import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { expectAccessible } from './support/accessible'
import { moveHeld } from './support/drag'
import { inThisLane } from './support/lane'
import { test } from './support/rows'
import { cuttableSocket } from './support/socket'

test.use({ role: 'admin' })

const column = (page: Page, stage: string) => page.getByRole('region', { name: stage, exact: true })
const card = (page: Page, stage: string, name: string) =>
  column(page, stage).getByRole('listitem').filter({ hasText: name })

test('a lead goes through the pipeline, is quoted, won, and set up once', async ({
  page,
  browser,
  rows,
  service,
  database,
}) => {
  const company = await rows.company('Thistledown Optics')
  const model = `Thistle ${company.slice(0, 8)}`
  const phones = await service
    .from('inventory')
    .insert(
      [1, 2].map((n) => ({
        name: 'Desk phone',
        model,
        asset_tag: `${company}-${n}`.slice(-24),
      })),
    )
    .select('id')
    .throwOnError()
  const id = await rows.opportunity('Thistledown phones', company)
  const stored = async () =>
    (await service.from('opportunities').select('*').eq('id', id).single().throwOnError()).data
  await page.goto('/app/sales')

  // With the menu, from the keyboard.
  await card(page, 'Lead', 'Thistledown phones')
    .getByRole('button', { name: 'Move Thistledown phones' })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to Qualified' }).press('Enter')
  await expect(
    card(page, 'Qualified', 'Thistledown phones').getByRole('button', { name: 'Move Thistledown phones' }),
  ).toBeFocused()
  await expect.poll(stored).toMatchObject({ status: 'qualified', probability: 25 })

  // With the mouse.
  await card(page, 'Qualified', 'Thistledown phones').getByRole('link').hover()
  await page.mouse.down()
  const target = await column(page, 'Proposal').boundingBox()
  if (!target) throw new Error('There is no column Proposal.')
  await page.mouse.move(target.x + 40, target.y + 60, { steps: 8 })
  await expect(column(page, 'Proposal').locator('[data-landing]')).toHaveCount(1)
  await page.mouse.up()
  await expect(page).toHaveURL('/app/sales')
  await expect.poll(stored).toMatchObject({ status: 'proposal', probability: 50 })

  // Picked up and moved with the arrow keys.
  await card(page, 'Proposal', 'Thistledown phones').getByRole('button', { name: /^Drag/ }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Thistledown phones is over Proposal.')).toBeAttached()
  await moveHeld(page, 'ArrowRight', 'Thistledown phones is over Negotiation.')
  await page.keyboard.press('Space')
  await expect.poll(stored).toMatchObject({ status: 'negotiation', probability: 70 })

  await card(page, 'Negotiation', 'Thistledown phones').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thistledown phones' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Thistledown phones' })
  await form.getByRole('button', { name: 'Add a line' }).click()
  await form.getByLabel('Service 1').selectOption('Hosted seat')
  await expect(form.getByLabel('Monthly price')).toHaveValue('22.00')
  await form.getByLabel('Quantity').fill('3')
  await form.getByLabel('One-off price').fill('0.10')
  await form.getByLabel('Description').fill('For the front office')
  await form.getByRole('button', { name: 'Use the first-year total as the amount' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect.poll(async () => (await stored()).amount).toBe(792.3)

  await page.getByPlaceholder('Write a note').fill('Signs on Monday.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Signs on Monday.').first()).toBeVisible()
  await expect(page.getByPlaceholder('Write a note')).toBeFocused()
  await expectAccessible(page, 'an opportunity')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Add numbers' }).click()
  const adding = page.getByRole('dialog', { name: 'Add numbers to port' })
  await adding
    .getByRole('textbox', { name: 'Numbers' })
    .fill('207 555 4190\n(207) 555-4191\nfront desk\n+12075554192')
  await expect(adding.getByText('One line is left out')).toBeVisible()
  await adding.getByRole('button', { name: 'Add 3 numbers' }).click()
  const numbers = page.getByRole('list', { name: 'Numbers to port' })
  await numbers.getByRole('button', { name: 'Remove (207) 555-4192' }).click()
  await expect(numbers.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Check portability' }).click()
  await expect(numbers.getByRole('listitem').first()).toContainText('Portable')

  await page.getByRole('button', { name: 'New quote' }).click()
  const draft = page.getByRole('dialog', { name: 'New quote' })
  await draft.getByLabel('Terms').fill('Net 15.')
  await draft.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: /^Q-\d{4}-\d{5}$/ }).click()
  const quote = page.getByRole('article', { name: 'Quote for Thistledown Optics' })
  await expect(quote).toContainText('$66.00')
  await expect(quote).toContainText('For the front office')
  await expect(quote).toContainText('$792.30 in the first year')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden()
  await page.emulateMedia({ media: null })
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Q-\d{4}-\d{5}-draft\.pdf$/)
  await expectAccessible(page, 'a quote')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Send' }).click()
  const sending = page.getByRole('dialog', { name: /^Send Q-/ })
  await sending.getByLabel('To').fill('buyer@example.com')
  await sending.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(sending).toBeHidden()

  // The customer, who has no account, answers through the emailed link.
  const links = service.from('quotes').select('link_token').eq('opportunity_id', id)
  const { data: mailed } = await links.single().throwOnError()
  const theirs = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await theirs.goto(new URL(`/quote/${mailed.link_token}`, page.url()).href)
  await expectAccessible(theirs, 'the quote of a customer')
  await theirs.setViewportSize({ width: 390, height: 500 })
  await theirs.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(theirs.getByText('Enter your name.')).toBeVisible()
  await expect(theirs.getByLabel('Your name')).toBeFocused()
  await theirs.getByLabel('Your name').fill('A buyer')
  await theirs.getByRole('button', { name: 'Accept', exact: true }).click()
  const thanks = theirs.getByText('This quote was accepted. Thank you.')
  await expect(thanks).toBeInViewport()
  await expect(theirs.locator(':focus')).toContainText('Thank you.')
  await theirs.close()
  await expect(page.getByRole('button', { name: 'Mark as accepted' })).toBeHidden()
  const { data: offered } = await service.from('quotes').select('status, terms, lines').throwOnError()
  expect(offered).toContainEqual({
    status: 'accepted',
    terms: 'Net 15.',
    lines: [expect.objectContaining({ description: 'For the front office', monthly_price: 22 })],
  })
  await page.getByRole('button', { name: 'Back' }).click()

  await page.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: 'Won' }).click()
  const plan = page.getByRole('dialog', { name: 'Thistledown phones is won' })
  await expect(plan.getByLabel('Tenant code')).toHaveValue('thistledown-optics')
  await plan.getByLabel('Domain').fill('thistledown.e2e.example')
  await plan.getByLabel('Licensed seats').fill('2')
  await plan.getByRole('button', { name: 'Set up' }).click()
  await expect(plan.getByText('Enter at least the number of new extensions.')).toBeInViewport()
  await plan.getByLabel('Licensed seats').fill('3')
  await plan.getByLabel('Model 1', { exact: true }).fill(model)
  await plan.getByLabel('Quantity 1', { exact: true }).fill('3')
  await expect(plan.getByText('2 from stock, 1 to order')).toBeVisible()
  await expect(plan.getByLabel('Draft a port order of 2 numbers')).toBeChecked()
  await expectAccessible(page, 'the plan of a won opportunity')
  await page.setViewportSize({ width: 1440, height: 900 })
  const confirmed = page.waitForRequest(/rpc\/run_won_plan/)
  await plan.getByRole('button', { name: 'Set up' }).dblclick()
  await expect(plan).toBeHidden()
  await expect(page.getByText('3 extensions: 1001–1003')).toBeVisible()
  // The same request again, as after a lost response.
  const first = await confirmed
  const answer = await page.request.fetch(inThisLane(first.url()), {
    method: 'POST',
    headers: await first.allHeaders(),
    data: first.postData() ?? '',
  })
  expect(answer.ok()).toBe(true)

  const { data: buyer } = await service
    .from('companies')
    .select('*')
    .eq('id', company)
    .single()
    .throwOnError()
  expect(buyer).toMatchObject({ status: 'active', type: 'tenant', tenant_code: 'thistledown-optics' })
  const made = await database.query(
    `select (select count(*)::int from tenants where domain = 'thistledown.e2e.example') as tenants,
       (select count(*)::int from extensions where tenant_id = $1) as extensions,
       (select count(*)::int from subscriptions where tenant_id = $1) as subscriptions,
       (select count(*)::int from provisioning_runs where opportunity_id = $2) as runs,
       (select array_agg(n.number order by n.number) from port_orders p join port_order_numbers n on n.port_order_id = p.id
         where p.opportunity_id = $2 and p.for_tenant_id = $1) as numbers,
       (select count(*)::int from port_orders where opportunity_id = $2) as orders,
       (select count(*)::int from inventory where company_id = $3 and status = 'reserved' and id = any ($4)) as phones`,
    [buyer.domain_uuid, id, company, phones.data.map((phone) => phone.id)],
  )
  expect(made.rows).toEqual([
    {
      tenants: 1,
      extensions: 3,
      subscriptions: 1,
      runs: 1,
      numbers: ['+12075554190', '+12075554191'],
      orders: 1,
      phones: 2,
    },
  ])
  const timeline = page.getByRole('list').filter({ hasText: 'A buyer (customer) accepted the quote' })
  await expect(timeline).toContainText(/added the opportunity item/)
  const numbersCard = page.getByRole('list', { name: 'Port orders' })
  await expect(numbersCard).toContainText('Thistledown phones')
  await expect(numbersCard).toContainText('Draft')

  // The deal falls through: the page says what stays, and winning it again duplicates nothing.
  await page.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: 'Lead' }).click()
  const reopen = page.getByRole('dialog', { name: 'Thistledown phones is won. Move it to Lead?' })
  await expect(reopen).toContainText('What was set up stays')
  for (const stays of ['active customer', 'tenant', '3 extensions', '1 subscription', '3 phones']) {
    await expect(reopen.getByRole('link', { name: stays })).toBeVisible()
  }
  await expectAccessible(page, 'the warning of what stays')
  await page.setViewportSize({ width: 1440, height: 900 })
  await reopen.getByRole('button', { name: 'Move to Lead' }).click()
  await expect(reopen).toBeHidden()
  await expect(page.getByText('3 extensions: 1001–1003')).toBeVisible()
  const stage = async () =>
    (await service.from('opportunities').select('status').eq('id', id).single().throwOnError()).data.status
  expect(await stage()).toBe('lead')
  await page.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: 'Won' }).click()
  await expect(plan).toContainText('Already set up')
  await expect(plan.getByLabel('New extensions')).toHaveValue('0')
  await plan.getByRole('button', { name: 'Set up' }).click()
  await expect(plan).toBeHidden()
  await expect.poll(stage).toBe('won')
  const again = await database.query(
    `select (select count(*)::int from extensions where tenant_id = $1) as extensions,
       (select count(*)::int from subscriptions where tenant_id = $1) as subscriptions,
       (select count(*)::int from port_orders where opportunity_id = $2) as orders,
       (select count(*)::int from inventory where company_id = $3) as phones`,
    [buyer.domain_uuid, id, company],
  )
  expect(again.rows).toEqual([{ extensions: 3, subscriptions: 1, orders: 1, phones: 3 }])
  await database.query('delete from port_orders where opportunity_id = $1', [id])
  await database.query('delete from inventory where company_id = $1', [company])
  await database.query('delete from tenants where id = $1', [buyer.domain_uuid])
})

test('the opportunities of one owner are shown on the board and in the table', async ({
  page,
  rows,
  service,
}) => {
  const company = await rows.company('Bracken Tea Rooms')
  const mine = await rows.opportunity('Bracken lines', company)
  await rows.opportunity('Bracken handsets', company)
  const { data: me } = await service
    .from('members')
    .select('id')
    .eq('email', 'admin@demo.test')
    .single()
    .throwOnError()
  await service.from('opportunities').update({ owner_id: me.id }).eq('id', mine).throwOnError()
  await page.goto('/app/sales')
  await expect(card(page, 'Lead', 'Bracken handsets')).toBeVisible()
  await page.getByRole('combobox', { name: 'Owner' }).selectOption('Mine')
  await expect(card(page, 'Lead', 'Bracken handsets')).toBeHidden()
  await expect(card(page, 'Lead', 'Bracken lines')).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('searchbox', { name: 'Search opportunities' }).fill('Bracken')
  await expect(page.getByRole('row', { name: /Bracken/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /Bracken lines/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox', { name: 'Search opportunities' }).fill('Bracken')
  await expect(page.getByRole('row', { name: /Bracken/ })).toHaveCount(2)
})

test('a lost opportunity needs a reason', async ({ page, rows, service }) => {
  const id = await rows.opportunity('Foxglove renewal', await rows.company('Foxglove Press'))
  await page.goto('/app/sales')
  await card(page, 'Lead', 'Foxglove renewal').getByRole('button', { name: /^Move/ }).click()
  await page.getByRole('menuitem', { name: 'Move to Lost' }).click()
  const dialog = page.getByRole('dialog', { name: 'Foxglove renewal is lost' })
  await dialog.getByRole('button', { name: 'Move to Lost' }).click()
  await expect(dialog.getByText('Enter why it was lost.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Stayed where they are')
  await dialog.getByRole('button', { name: 'Move to Lost' }).click()
  // The board shows the move before it is saved.
  await expect(page.getByText('Foxglove renewal: Lost')).toBeVisible()
  await expect(card(page, 'Lost', 'Foxglove renewal')).toBeVisible()
  const { data } = await service.from('opportunities').select('*').eq('id', id).single().throwOnError()
  expect(data).toMatchObject({ status: 'lost', probability: 0, lost_reason: 'Stayed where they are' })
})

test('a moved card stays there until it is saved, whatever others change meanwhile', async ({
  page,
  rows,
  service,
}) => {
  const company = await rows.company('Sorrel Hill Dairy')
  const moved = await rows.opportunity('Sorrel moved', company)
  const other = await rows.opportunity('Sorrel other', company)
  const socket = await cuttableSocket(page)
  await page.goto('/app/sales')
  await socket.joined()
  const saved = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/save_record*', async (route) => {
    await saved.promise
    await route.continue()
  })
  await card(page, 'Lead', 'Sorrel moved').getByRole('button', { name: /^Move/ }).click()
  await page.getByRole('menuitem', { name: 'Move to Qualified' }).click()
  await expect(card(page, 'Qualified', 'Sorrel moved')).toBeVisible()
  const wentBack = await page.evaluateHandle((id) => {
    const seen: string[] = []
    new MutationObserver(() => {
      const stage = document.querySelector(`[data-card="${id}"]`)?.closest('section')?.ariaLabel ?? 'nowhere'
      if (stage !== 'Qualified') seen.push(stage)
    }).observe(document.body, { childList: true, subtree: true })
    return seen
  }, moved)

  const read = page.waitForResponse('**/rest/v1/rpc/pipeline*')
  await service.from('opportunities').update({ name: 'Sorrel changed' }).eq('id', other).throwOnError()
  await (await read).finished()
  saved.resolve()
  await expect(card(page, 'Lead', 'Sorrel changed')).toBeVisible()
  await expect(card(page, 'Qualified', 'Sorrel moved')).toBeVisible()
  expect(await wentBack.jsonValue()).toEqual([])
  const { data } = await service.from('opportunities').select('status').eq('id', moved).throwOnError()
  expect(data).toEqual([{ status: 'qualified' }])
})

test('new opportunities are created on the board and appear at its top live', async ({
  page,
  rows,
  service,
}) => {
  const company = await rows.company('Marram Grass Surveyors')
  const socket = await cuttableSocket(page)
  await page.goto('/app/sales')
  await socket.joined()
  await expect(column(page, 'Lead')).toBeVisible()
  await rows.opportunity('Marram live lead', company)
  await expect(column(page, 'Lead').getByRole('listitem').first()).toContainText('Marram live lead')
  await expectAccessible(page, 'the board')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'New opportunity' }).click()
  const form = page.getByRole('dialog', { name: 'New opportunity' })
  await form.getByLabel('Name').fill('Marram second site')
  await form.getByLabel('Company').fill('marram')
  await form.getByRole('button', { name: 'Marram Grass Surveyors' }).click()
  await form.getByLabel('Amount').fill('1500.50')
  await form.getByRole('button', { name: 'Create opportunity' }).click()
  await expect(column(page, 'Lead').getByRole('listitem').first()).toContainText('Marram second site')
  const { data } = await service
    .from('opportunities')
    .select('*')
    .eq('name', 'Marram second site')
    .throwOnError()
  expect(data).toMatchObject([{ company_id: company, status: 'lead', amount: 1500.5, probability: 10 }])
  await service.from('opportunities').delete().eq('name', 'Marram second site').throwOnError()

  await followAfterForm(page, '/app/sales?status=lead')
  await expect(page.getByLabel('Stage', { exact: true })).toHaveValue('lead')
  await expect(
    page
      .getByRole('cell', { name: 'Marram live lead' })
      .or(page.getByRole('row', { name: /Marram live lead/ }))
      .first(),
  ).toBeVisible()
})

test('an opportunity is mine unless said otherwise, on the board and in the table', async ({
  page,
  rows,
  service,
}) => {
  const company = await rows.company('Marram Owner Surveyors')
  for (const view of ['board', 'table']) {
    const name = `Marram ${view} lead`
    await page.goto(`/app/sales?view=${view}&record=new&company=${company}`)
    const form = page.getByRole('dialog', { name: 'New opportunity' })
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Create opportunity' }).click()
    await expect(form).toHaveCount(0)
    const { data } = await service
      .from('opportunities')
      .select('company_id, owner:members (email)')
      .eq('name', name)
      .throwOnError()
    await service.from('opportunities').delete().eq('name', name).throwOnError()
    expect(data).toEqual([{ company_id: company, owner: { email: 'admin@demo.test' } }])
  }
})
