import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import { test } from './support/rows'
import { openSearch } from './support/search'
import { cuttableSocket } from './support/socket'

test.use({ role: 'admin' })

test.describe('rows inserted by another session', () => {
  test('appear in the open search without a reload', async ({ page, rows }) => {
    const socket = await cuttableSocket(page)
    await page.goto('/app')
    const { input, results, result } = await openSearch(page)
    await socket.joined()
    await input.fill('tamarisk')
    await expect(input).toHaveValue('tamarisk')
    await expect(results).toHaveCount(0)

    const company = await rows.company('Tamarisk Bakery')
    await expect(result(/^Tamarisk Bakery Company$/)).toBeVisible()
    await rows.opportunity('Tamarisk second oven', company)
    await expect(result(/^Tamarisk second oven Tamarisk Bakery Opportunity$/)).toBeVisible()
    await rows.tenant('Tamarisk Clinic')
    await expect(result(/^Tamarisk Clinic e2e-[0-9a-f-]+ Tenant$/)).toBeVisible()

    await expect(results).toHaveCount(3)
    await expect(input).toBeFocused()
  })

  test('appear if they were inserted before the search was opened', async ({ page, rows }) => {
    const socket = await cuttableSocket(page)
    await page.goto('/app')
    const first = await openSearch(page)
    await socket.joined()
    await page.keyboard.press('Escape')
    await expect(first.dialog).toBeHidden()
    await rows.company('Oleander Ferry Supply')
    const { input, highlighted } = await openSearch(page)
    await input.fill('oleander')
    await expect(highlighted).toContainText('Oleander Ferry Supply')
  })

  test('are found with their latest values, and no longer once they are removed', async ({
    page,
    rows,
    service,
  }) => {
    const socket = await cuttableSocket(page)
    const company = await rows.company('Tansy Joinery')
    await page.goto('/app')
    const { input, results, result } = await openSearch(page)
    await socket.joined()
    await input.fill('tansy')
    await expect(result(/^Tansy Joinery Company$/)).toBeVisible()
    await service.from('companies').update({ name: 'Tansy Cabinets' }).eq('id', company).throwOnError()
    await expect(result(/^Tansy Cabinets Company$/)).toBeVisible()
    await service.from('companies').delete().eq('id', company).throwOnError()
    await expect(results).toHaveCount(0)
  })
})

test.describe('a list of records', () => {
  test.use({ role: 'superadmin' })

  test('follows what others add, rename and remove', async ({ page, rows, database }) => {
    const tenant_id = await rows.tenant('Sorrel Clinic')
    const number = `+16465${String(Date.now()).slice(-6)}`
    const lists = [
      { table: 'inventory', path: '/app/inventory?q=Sorrel', named: 'name', given: {} },
      { table: 'dids', path: `/app/numbers?q=${number.slice(2)}`, named: 'carrier', given: { number } },
      {
        table: 'extensions',
        path: `/app/tenants/${tenant_id}/extensions`,
        named: 'effective_caller_id_name',
        given: { tenant_id, extension: '1001' },
      },
    ]
    const shown = (name: string) => page.getByRole('main').getByText(name).first()
    for (const { table, path, named, given } of lists) {
      await test.step(table, async () => {
        const socket = await cuttableSocket(page)
        await page.goto(path)
        await socket.joined(`list ${table}`)
        const made = { ...given, [named]: 'Sorrel desk phone' }
        const { rows: added } = await database.query<{ id: string }>(
          `insert into ${table} (${Object.keys(made).join()})
           select ${Object.keys(made).join()} from jsonb_populate_record(null::${table}, $1) returning id`,
          [made],
        )
        const [id] = added.map((row) => row.id)
        await expect(shown('Sorrel desk phone')).toBeVisible()
        await database.query(`update ${table} set ${named} = 'Sorrel headset' where id = $1`, [id])
        await expect(shown('Sorrel headset')).toBeVisible()
        await database.query(`delete from ${table} where id = $1`, [id])
        await expect(shown('Sorrel headset')).toBeHidden()
      })
    }
  })
})

test.describe('rows that are selected', () => {
  test.use({ role: 'superadmin' })

  test('are no longer once others have removed them, on whichever page', async ({ page, database }) => {
    const name = `Tamarack ${randomUUID().slice(0, 8)}`
    await database.query(
      "insert into inventory (name) select $1 || ' ' || n from generate_series(101, 160) n",
      [name],
    )
    const socket = await cuttableSocket(page)
    await page.goto(`/app/inventory?q=${name}`)
    await socket.joined('list inventory')
    const on = page.getByRole('main')
    const selected = (count: number) =>
      expect(on.getByRole('status').getByText(`${count} selected`)).toBeAttached()
    for (const item of ['101', '102', '103']) await on.getByLabel(`Select ${name} ${item}`).check()
    await selected(3)
    await database.query('delete from inventory where name = $1', [`${name} 102`])
    await selected(2)
    await on.getByRole('button', { name: 'Next' }).click()
    await on.getByLabel(`Select ${name} 160`).check()
    await selected(3)
    await database.query('delete from inventory where name = $1', [`${name} 101`])
    await selected(2)
    await on.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog').getByText('2 done, 0 failed.')).toBeVisible()
    const left = 'select count(*)::int from inventory where name like $1'
    expect((await database.query(left, [`${name}%`])).rows).toEqual([{ count: 56 }])
    await database.query('delete from inventory where name like $1', [`${name}%`])
  })
})

test.describe('an open page', () => {
  const card = (page: Page, heading: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })

  test('of a customer follows what others change, and keeps the note that is being typed', async ({
    page,
    rows,
    database,
  }) => {
    const company = await rows.company('Sorrel Florist')
    const socket = await cuttableSocket(page)
    await page.goto(`/customers/${company}`)
    await socket.joined('changes')
    const note = page.getByLabel('New note')
    await note.fill('Asked about')
    const opportunity = await rows.opportunity('Sorrel greenhouse', company)
    const listed = card(page, 'Opportunities').getByRole('link')
    await expect(listed).toHaveText('Sorrel greenhouse')
    await database.query("update opportunities set name = 'Sorrel cold store' where id = $1", [opportunity])
    await expect(listed).toHaveText('Sorrel cold store')
    await database.query("update companies set name = 'Sorrel Nursery' where id = $1", [company])
    await expect(page.getByRole('heading', { level: 1, name: 'Sorrel Nursery' })).toBeVisible()
    await expect(note).toBeFocused()
    await expect(note).toHaveValue('Asked about')
    await database.query('delete from opportunities where id = $1', [opportunity])
    await expect(listed).toHaveCount(0)
  })

  test('of an opportunity follows what others change', async ({ page, rows, database }) => {
    const id = await rows.opportunity('Sorrel kiosk', await rows.company('Sorrel Kiosks'))
    const socket = await cuttableSocket(page)
    await page.goto(`/app/sales/opportunities/${id}`)
    await socket.joined('changes')
    await database.query("update opportunities set name = 'Sorrel stand', amount = 4321 where id = $1", [id])
    await expect(page.getByRole('heading', { level: 1, name: 'Sorrel stand' })).toBeVisible()
    await expect(card(page, 'Details').getByText('$4,321.00')).toBeVisible()
    await database.query('delete from opportunities where id = $1', [id])
    await expect(page.getByText('Opportunity not found')).toBeVisible()
  })

  test('of a tenant follows what others change', async ({ page, rows, database }) => {
    const tenant = await rows.tenant('Sorrel Inn')
    const socket = await cuttableSocket(page)
    await page.goto(`/app/tenants/${tenant}`)
    await socket.joined('list extensions')
    const number = `+16466${String(Date.now()).slice(-6)}`
    await database.query("insert into dids (number, tenant_id, status) values ($1, $2, 'assigned')", [
      number,
      tenant,
    ])
    const listed = card(page, 'Numbers').getByText(number.slice(-4))
    await expect(listed).toBeVisible()
    await database.query("update dids set description = 'Front desk' where number = $1", [number])
    await expect(card(page, 'Numbers').getByText('Front desk')).toBeVisible()
    await database.query('delete from dids where number = $1', [number])
    await expect(listed).toBeHidden()
  })
})

test.describe('notes and tasks', () => {
  test('follow what others write, change and remove', async ({ page, rows, database }) => {
    const company = await rows.company('Sorrel Laundry')
    const opportunity = await rows.opportunity('Sorrel presses', company)
    const tenant = await rows.tenant('Sorrel Hotel')
    const pages = [
      { path: `/customers/${company}`, of: 'company_id', id: company },
      { path: `/app/sales/opportunities/${opportunity}`, of: 'opportunity_id', id: opportunity },
      { path: `/app/tenants/${tenant}`, of: 'tenant_id', id: tenant },
      { path: '/app', of: 'company_id', id: company },
    ]
    const task = (name: string) => page.getByRole('checkbox', { name })
    const note = (body: string) => page.getByRole('listitem').getByText(body, { exact: true })
    for (const { path, of, id } of pages) {
      await test.step(path, async () => {
        const socket = await cuttableSocket(page)
        await page.goto(path)
        await socket.joined('list tasks')
        await database.query(
          `insert into tasks (${of}, name, assignee_id)
           select $1, 'Measure the rack', m.id from members m where m.email = 'admin@demo.test'`,
          [id],
        )
        await expect(task('Measure the rack')).toBeVisible()
        await database.query(`update tasks set name = 'Order the rack' where ${of} = $1`, [id])
        await expect(task('Order the rack')).toBeVisible()
        await database.query(`delete from tasks where ${of} = $1`, [id])
        await expect(task('Order the rack')).toBeHidden()
        if (path === '/app') return
        await socket.joined('list notes')
        await database.query(`insert into notes (${of}, body) values ($1, 'Prefers mornings.')`, [id])
        await expect(note('Prefers mornings.')).toBeVisible()
        await database.query(`update notes set body = 'Prefers evenings.' where ${of} = $1`, [id])
        await expect(note('Prefers evenings.')).toBeVisible()
        await database.query(`delete from notes where ${of} = $1`, [id])
        await expect(note('Prefers evenings.')).toBeHidden()
      })
    }
  })
})

test.describe('a list that came with its page', () => {
  test.use({ role: 'superadmin' })

  test('shows what others saved before it could follow them', async ({ page, database }) => {
    const added: string[] = []
    const add = async (name: string) => {
      const { rows } = await database.query<{ id: string }>(
        'insert into inventory (name) values ($1) returning id',
        [name],
      )
      added.push(...rows.map(({ id }) => id))
    }
    await add('Yarrow desk phone')
    const socket = await cuttableSocket(page)
    await socket.cut()
    await page.goto('/app/inventory?q=Yarrow')
    const shown = (name: string) => page.getByRole('main').getByRole('link', { name })
    await expect(shown('Yarrow desk phone')).toBeVisible()
    await add('Yarrow headset')
    await expect(shown('Yarrow headset')).toBeHidden()
    socket.restore()
    await expect(shown('Yarrow headset')).toBeVisible()
    await database.query('delete from inventory where id = any ($1)', [added])
  })
})

test('a setup step of a tenant is ticked off when somebody else does it, and open again when it is undone', async ({
  page,
  rows,
  database,
}) => {
  const tenant = await rows.tenant('Yarrow Clinic')
  await page.goto(`/app/tenants/${tenant}`)
  await expect(page.getByText('0 of 6 steps done.')).toBeVisible()
  await database.query("insert into extensions (tenant_id, extension) values ($1, '1001')", [tenant])
  // Changes before the page follows the tenant are not pushed.
  await expect(async () => {
    await database.query('update extensions set description = now()::text where tenant_id = $1', [tenant])
    await expect(page.getByText('1 of 6 steps done.')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('listitem').filter({ hasText: 'Done: Add extensions' })).toBeVisible()
  await database.query('delete from extensions where tenant_id = $1', [tenant])
  await expect(page.getByText('0 of 6 steps done.')).toBeVisible()
})

test('rows inserted while the socket was down appear once after reconnecting', async ({ page, rows }) => {
  const socket = await cuttableSocket(page)
  await page.goto('/app')
  const { input, results, result } = await openSearch(page)
  await socket.joined()
  await input.fill('larkspur')
  const before = await rows.company('Larkspur Dairy')
  await expect(results).toHaveCount(1)

  await socket.cut()
  await rows.company('Larkspur Foundry')
  await rows.opportunity('Larkspur renewal', before)
  await expect(results).toHaveCount(1)

  socket.restore()
  await expect(result(/^Larkspur Foundry Company$/)).toBeVisible()
  await expect(result(/^Larkspur renewal Larkspur Dairy Opportunity$/)).toBeVisible()
  await expect(results).toHaveCount(3)

  await rows.company('Larkspur Mills')
  await expect(result(/^Larkspur Mills Company$/)).toBeVisible()
  await expect(results).toHaveCount(4)
})

test.describe('for a tech', () => {
  test.use({ role: 'tech' })

  test('the list of tenants follows what others add, rename, suspend and remove', async ({
    page,
    rows,
    service,
  }) => {
    const socket = await cuttableSocket(page)
    await page.goto('/app/tenants?q=Medlar')
    await expect(page.getByText('No tenant matches')).toBeVisible()
    await socket.joined('changes')
    await socket.joined('list tenants')
    const shown = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    const tenant = await rows.tenant('Medlar Clinic')
    await expect(shown('Medlar Clinic')).toBeVisible()
    const companies = service.from('companies')
    await companies.update({ name: 'Medlar Hospital' }).eq('domain_uuid', tenant).throwOnError()
    await expect(shown('Medlar Hospital')).toBeVisible()
    await expect(shown('Medlar Clinic')).toBeHidden()
    const suspended = { status: 'suspended', suspended_at: new Date().toISOString() }
    await service.from('tenants').update(suspended).eq('id', tenant).throwOnError()
    await expect(page.getByRole('row', { name: 'Medlar Hospital' }).getByText('Suspended')).toBeVisible()
    await service.from('tenants').delete().eq('id', tenant).throwOnError()
    await expect(shown('Medlar Hospital')).toBeHidden()
  })

  test('only tenants appear live', async ({ page, rows }) => {
    const socket = await cuttableSocket(page)
    await page.goto('/app')
    const { input, results } = await openSearch(page)
    await socket.joined()
    await input.fill('hawthorn row')
    const company = await rows.company('Hawthorn Row Storage')
    await rows.opportunity('Hawthorn Row pilot', company)
    await rows.tenant('Hawthorn Row Clinic')
    await expect(results).toContainText(['Hawthorn Row Clinic'])
    await expect(results).toHaveCount(1)
  })
})
