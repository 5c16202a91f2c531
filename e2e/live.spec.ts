import { randomUUID } from 'node:crypto'
import { expect } from './fixtures'
import { followAfterForm } from './screens/shell'
import { test } from './support/rows'
import { openSearch } from './support/search'
import { cuttableSocket } from './support/socket'

test.use({ role: 'admin' })

test('the open search follows what others add, change and remove, also what it missed', async ({
  page,
  rows,
  service,
}) => {
  const socket = await cuttableSocket(page)
  const tansy = await rows.company('Tansy Joinery')
  await page.goto('/app')
  const { dialog, input, results, result, highlighted } = await openSearch(page)
  await socket.joined()

  await test.step('what is added is found without a reload', async () => {
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

  await test.step('what is changed is found with its latest values, and no longer once it is removed', async () => {
    await input.fill('tansy')
    await expect(result(/^Tansy Joinery Company$/)).toBeVisible()
    await service.from('companies').update({ name: 'Tansy Cabinets' }).eq('id', tansy).throwOnError()
    await expect(result(/^Tansy Cabinets Company$/)).toBeVisible()
    await service.from('companies').delete().eq('id', tansy).throwOnError()
    await expect(results).toHaveCount(0)
  })

  await test.step('what was added while the socket was down appears once after reconnecting', async () => {
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

  await test.step('what was added before the search was opened is found', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await rows.company('Oleander Ferry Supply')
    await openSearch(page)
    await input.fill('oleander')
    await expect(highlighted).toContainText('Oleander Ferry Supply')
  })
})

test.describe('a list of records', () => {
  test.use({ role: 'superadmin' })

  test('shows what was saved before it could follow, then follows what others add, rename and remove', async ({
    page,
    rows,
    database,
  }) => {
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
    const add = async (table: string, made: object) => {
      const columns = Object.keys(made).join()
      const { rows: added } = await database.query<{ id: string }>(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1) returning id`,
        [made],
      )
      return added[0]?.id
    }
    const socket = await cuttableSocket(page)

    await test.step('one that came with its page, while nothing was pushed yet', async () => {
      const there = await add('inventory', { name: 'Sorrel shelf' })
      await socket.cut()
      await page.goto('/app/inventory?q=Sorrel')
      await expect(shown('Sorrel shelf')).toBeVisible()
      const late = await add('inventory', { name: 'Sorrel cabinet' })
      await expect(shown('Sorrel cabinet')).toBeHidden()
      socket.restore()
      await expect(shown('Sorrel cabinet')).toBeVisible()
      await database.query('delete from inventory where id = any ($1)', [[there, late]])
    })

    for (const { table, path, named, given } of lists) {
      await test.step(table, async () => {
        if (table !== 'inventory') await followAfterForm(page, path)
        await socket.joined(`list ${table}`)
        const id = await add(table, { ...given, [named]: 'Sorrel desk phone' })
        await expect(shown('Sorrel desk phone')).toBeVisible()
        if (table === 'inventory') {
          await database.query(`update ${table} set ${named} = 'Sorrel headset' where id = $1`, [id])
          await expect(shown('Sorrel headset')).toBeVisible()
        }
        await database.query(`delete from ${table} where id = $1`, [id])
        await expect(shown(table === 'inventory' ? 'Sorrel headset' : 'Sorrel desk phone')).toBeHidden()
      })
    }

    await test.step('rows are deselected once others have removed them, on whichever page', async () => {
      const name = `Tamarack ${randomUUID().slice(0, 8)}`
      const insert = "insert into inventory (name) select $1 || ' ' || n from generate_series(101, 160) n"
      await database.query(insert, [name])
      await followAfterForm(page, `/app/inventory?q=${name}`)
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
})

test('an open page follows what others change, with its notes and tasks, and keeps the note being typed', async ({
  page,
  rows,
  database,
}) => {
  const company = await rows.company('Sorrel Florist')
  const opportunity = await rows.opportunity('Sorrel kiosk', await rows.company('Sorrel Kiosks'))
  const tenant = await rows.tenant('Sorrel Inn')
  const card = (heading: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })
  const socket = await cuttableSocket(page)

  await test.step('of a customer', async () => {
    await page.goto(`/customers/${company}`)
    await socket.joined('changes')
    const typed = page.getByLabel('New note')
    await typed.fill('Asked about')
    const added = await rows.opportunity('Sorrel greenhouse', company)
    const listed = card('Opportunities').getByRole('link')
    await expect(listed).toHaveText('Sorrel greenhouse')
    await database.query("update opportunities set name = 'Sorrel cold store' where id = $1", [added])
    await expect(listed).toHaveText('Sorrel cold store')
    await database.query("update companies set name = 'Sorrel Nursery' where id = $1", [company])
    await expect(page.getByRole('heading', { level: 1, name: 'Sorrel Nursery' })).toBeVisible()
    await database.query('delete from opportunities where id = $1', [added])
    await expect(listed).toHaveCount(0)
    await expectTasksToFollow('company_id', company, true)
    await expectNotesToFollow('company_id', company, true)
    await expect(typed).toBeFocused()
    await expect(typed).toHaveValue('Asked about')
    await typed.clear()
  })

  await test.step('of an opportunity', async () => {
    await followAfterForm(page, `/app/sales/opportunities/${opportunity}`)
    await socket.joined('changes')
    await database.query("update opportunities set name = 'Sorrel stand', amount = 4321 where id = $1", [
      opportunity,
    ])
    await expect(page.getByRole('heading', { level: 1, name: 'Sorrel stand' })).toBeVisible()
    await expect(card('Details').getByText('$4,321.00')).toBeVisible()
    await expectTasksToFollow('opportunity_id', opportunity)
    await expectNotesToFollow('opportunity_id', opportunity)
    await database.query('delete from opportunities where id = $1', [opportunity])
    await expect(page.getByText('Opportunity not found')).toBeVisible()
  })

  await test.step('of a tenant, whose setup steps are ticked off and open again', async () => {
    await followAfterForm(page, `/app/tenants/${tenant}`)
    await expect(page.getByText('0 of 6 steps done.')).toBeVisible()
    await socket.joined('list extensions')
    await database.query("insert into extensions (tenant_id, extension) values ($1, '1001')", [tenant])
    await expect(page.getByText('1 of 6 steps done.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Done: Add extensions' })).toBeVisible()
    await database.query('delete from extensions where tenant_id = $1', [tenant])
    await expect(page.getByText('0 of 6 steps done.')).toBeVisible()
    const number = `+16466${String(Date.now()).slice(-6)}`
    await database.query("insert into dids (number, tenant_id, status) values ($1, $2, 'assigned')", [
      number,
      tenant,
    ])
    const listed = card('Numbers').getByText(number.slice(-4))
    await expect(listed).toBeVisible()
    await database.query("update dids set description = 'Front desk' where number = $1", [number])
    await expect(card('Numbers').getByText('Front desk')).toBeVisible()
    await database.query('delete from dids where number = $1', [number])
    await expect(listed).toBeHidden()
    await expectTasksToFollow('tenant_id', tenant)
    await expectNotesToFollow('tenant_id', tenant)
  })

  await test.step('the tasks of the dashboard', async () => {
    await followAfterForm(page, '/app')
    await expectTasksToFollow('company_id', company)
  })

  /** All changes are followed in one way: elsewhere it is enough that one is. */
  async function expectTasksToFollow(of: string, id: string, inAll = false) {
    const task = (name: string) => page.getByRole('checkbox', { name })
    await socket.joined('list tasks')
    await database.query(
      `insert into tasks (${of}, name, assignee_id)
       select $1, 'Measure the rack', m.id from members m where m.email = 'admin@demo.test'`,
      [id],
    )
    await expect(task('Measure the rack')).toBeVisible()
    if (inAll) {
      await database.query(`update tasks set name = 'Order the rack' where ${of} = $1`, [id])
      await expect(task('Order the rack')).toBeVisible()
    }
    await database.query(`delete from tasks where ${of} = $1`, [id])
    if (inAll) await expect(task('Order the rack')).toBeHidden()
  }

  async function expectNotesToFollow(of: string, id: string, inAll = false) {
    const note = (body: string) => page.getByRole('listitem').getByText(body, { exact: true })
    await socket.joined('list notes')
    await database.query(`insert into notes (${of}, body) values ($1, 'Prefers mornings.')`, [id])
    await expect(note('Prefers mornings.')).toBeVisible()
    if (!inAll) return
    await database.query(`update notes set body = 'Prefers evenings.' where ${of} = $1`, [id])
    await expect(note('Prefers evenings.')).toBeVisible()
    await database.query(`delete from notes where ${of} = $1`, [id])
    await expect(note('Prefers evenings.')).toBeHidden()
  }
})

test.describe('for a tech', () => {
  test.use({ role: 'tech' })

  test('the list of tenants follows what others add, rename, suspend and remove, and the search tenants only', async ({
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

    const { input, results } = await openSearch(page)
    await input.fill('hawthorn row')
    const company = await rows.company('Hawthorn Row Storage')
    await rows.opportunity('Hawthorn Row pilot', company)
    await rows.tenant('Hawthorn Row Clinic')
    await expect(results).toContainText(['Hawthorn Row Clinic'])
    await expect(results).toHaveCount(1)
  })
})
