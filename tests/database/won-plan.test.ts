import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { insertTenant, newCompany } from '../support/factories/companies'
import { insertRow, unique, uniqueNumber } from '../support/factories/row'
import { newOpportunity, newOpportunityItem, newStockItem } from '../support/factories/sales'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** An opportunity in negotiation with a monthly and a one-off line, and three phones of a model of its own in stock. */
async function sold(given: { company_id?: string } = {}) {
  const company = given.company_id ?? (await insertRow('companies', await newCompany())).id
  const { id } = await insertRow(
    'opportunities',
    await newOpportunity({ company_id: company, status: 'negotiation' }),
  )
  await insertRow(
    'opportunity_items',
    await newOpportunityItem({ opportunity_id: id, quantity: 3, monthly_price: 22, one_off_price: 5 }),
  )
  await insertRow(
    'opportunity_items',
    await newOpportunityItem({
      opportunity_id: id,
      position: 2,
      quantity: 1,
      monthly_price: 0,
      one_off_price: 350,
    }),
  )
  const model = `M-${unique()}`
  for (let n = 0; n < 3; n++) await insertRow('inventory', await newStockItem({ model }))
  return { id, company, model }
}

const planFor = (model: string, quantity = 2) => {
  const code = `won-${unique()}`
  return {
    tenant: {
      id: randomUUID(),
      code,
      domain: `${code}.pbx.example`,
      time_zone: 'America/Denver',
      seats: 5,
    },
    extensions: { first: 1001, count: 3 },
    stock: [{ model, quantity }],
    subscriptions: { starts_on: '2026-03-01' },
    port_order: true,
  }
}

const run = (role: Role, opportunity: string, plan: ReturnType<typeof planFor>) =>
  callers[role].client.rpc('run_won_plan', { opportunity, plan })

const reservedFor = (company: string) =>
  query("select id from public.inventory where company_id = $1 and status = 'reserved'", [company])

describe('the plan of a won opportunity', () => {
  test('makes the customer, tenant, extensions, reservation and subscription', async () => {
    const { id, company, model } = await sold()
    const plan = planFor(model)
    const { data, error } = await run('admin', id, plan)
    expect(error).toBeNull()
    const tenant = plan.tenant.id
    expect(data).toMatchObject({ company_id: company, tenant_id: tenant, tenant_made: true })
    expect(await storedRow('companies', company)).toMatchObject({
      status: 'active',
      type: 'tenant',
      domain_uuid: tenant,
      tenant_code: plan.tenant.code,
    })
    expect(await storedRow('tenants', tenant)).toMatchObject({
      domain: plan.tenant.domain,
      time_zone: 'America/Denver',
      extension_limit: 5,
    })
    expect(
      await query('select extension from public.extensions where tenant_id = $1 order by 1', [tenant]),
    ).toEqual([{ extension: '1001' }, { extension: '1002' }, { extension: '1003' }])
    expect(
      await query(
        `select quantity, unit_price::text, setup_fee::text, starts_on::text, ends_on::text from public.subscriptions
         where tenant_id = $1 order by unit_price desc`,
        [tenant],
      ),
    ).toEqual([
      { quantity: 3, unit_price: '22.00', setup_fee: '5.00', starts_on: '2026-03-01', ends_on: null },
      {
        quantity: 1,
        unit_price: '0.00',
        setup_fee: '350.00',
        starts_on: '2026-03-01',
        ends_on: '2026-03-01',
      },
    ])
    expect(await reservedFor(company)).toHaveLength(2)
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'won', probability: 100 })
  })

  test('is run once by two who confirm at the same moment, and by whoever repeats it', async () => {
    const { id, company, model } = await sold()
    const [one, other] = [planFor(model), planFor(model)]
    const answers = await Promise.all([run('admin', id, one), run('superadmin', id, other)])
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    expect(answers[0].data).toEqual(answers[1].data)
    expect((await run('admin', id, planFor(model))).data).toEqual(answers[0].data)

    const tenant = String((await storedRow('companies', company))?.domain_uuid)
    const ids = [one.tenant.id, other.tenant.id]
    expect(await query('select id from public.tenants where id = any ($1)', [ids])).toEqual([{ id: tenant }])
    const rowsOf = (table: string) => query(`select id from public.${table} where tenant_id = $1`, [tenant])
    expect(await rowsOf('extensions')).toHaveLength(3)
    expect(await rowsOf('subscriptions')).toHaveLength(2)
    expect(await reservedFor(company)).toHaveLength(2)
    const runs = 'select id from public.provisioning_runs where opportunity_id = $1'
    expect(await query(runs, [id])).toHaveLength(1)
  })

  test('leaves nothing when its last step fails', async () => {
    const { id, company, model } = await sold()
    const plan = planFor(model, 4)
    const { error } = await run('admin', id, plan)
    expect(error).toMatchObject({ code: '23514', message: `Only 3 of 4 ${model} are in stock.` })
    expect(await storedRow('companies', company)).toMatchObject({ status: 'prospect', domain_uuid: null })
    expect(await storedRow('tenants', plan.tenant.id)).toBeUndefined()
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'negotiation' })
    expect(await reservedFor(company)).toEqual([])
    // What was wrong can be put right and the plan run after all.
    expect((await run('admin', id, { ...plan, stock: [{ model, quantity: 3 }] })).error).toBeNull()
    expect(await reservedFor(company)).toHaveLength(3)
  })

  test('puts what is paid once on the first invoice, and never again', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    const [{ data }] = await Promise.all([run('admin', id, plan), run('admin', id, plan)])
    expect(data).toMatchObject({ subscriptions: [expect.any(String)], charges: [expect.any(String)] })
    const oneOffs = async (period: string) => {
      const { data: invoice } = await callers.admin.client
        .rpc('run_billing_cycle', { tenant: plan.tenant.id, period_start: period })
        .throwOnError()
      const lines = await query<{ amount: string }>(
        "select amount::text from public.invoice_lines where invoice_id = $1 and kind = 'one_off' order by amount",
        [invoice],
      )
      return { invoice, amounts: lines.map(({ amount }) => amount) }
    }
    // Three handsets at 5 with the seats, and the installation.
    const first = await oneOffs('2026-03-01')
    expect(first.amounts).toEqual(['15.00', '350.00'])
    expect(await oneOffs('2026-03-01')).toEqual(first)
    await query("update public.invoices set status = 'issued' where id = $1", [first.invoice])
    expect((await oneOffs('2026-04-01')).amounts).toEqual([])
  })

  test('adds to the tenant that a company has, with more seats where they are too few', async () => {
    const { tenant, company } = await insertTenant(`Growing ${unique()}`, { extension_limit: 1 })
    const { id, model } = await sold({ company_id: company.id })
    const plan = planFor(model)
    expect((await run('admin', id, plan)).data).toMatchObject({ tenant_id: tenant.id, tenant_made: false })
    expect(await storedRow('tenants', plan.tenant.id)).toBeUndefined()
    expect(await storedRow('tenants', tenant.id)).toMatchObject({ extension_limit: 5 })
  })

  test('drafts one port order with the numbers to port', async () => {
    const { id, model } = await sold()
    const number = uniqueNumber()
    await query('insert into public.opportunity_numbers (opportunity_id, number) values ($1, $2)', [
      id,
      number,
    ])
    const plan = planFor(model)
    const [one] = await Promise.all([run('admin', id, plan), run('admin', id, plan)])
    const order = (one.data as { port_order_id: string }).port_order_id
    expect(
      await query('select id, state, for_tenant_id from public.port_orders where opportunity_id = $1', [id]),
    ).toEqual([{ id: order, state: 'draft', for_tenant_id: plan.tenant.id }])
    expect(
      await query('select number from public.port_order_numbers where port_order_id = $1', [order]),
    ).toEqual([{ number }])
  })

  test('orders only numbers that stand in no order yet, and gives drafts the tenant', async () => {
    const { id, model } = await sold()
    const [ordered, open, given] = [uniqueNumber(), uniqueNumber(), uniqueNumber()]
    for (const number of [ordered, open, given]) {
      await query('insert into public.opportunity_numbers (opportunity_id, number) values ($1, $2)', [
        id,
        number,
      ])
    }
    const orderOf = async (number: string) => {
      const [order] = await query<{ id: string }>(
        "insert into public.port_orders (name, opportunity_id) values ('Before', $1) returning id",
        [id],
      )
      await query('insert into public.port_order_numbers (port_order_id, number) values ($1, $2)', [
        order?.id,
        number,
      ])
      return order?.id
    }
    const draft = await orderOf(ordered)
    const cancelled = await orderOf(given)
    await query("update public.port_orders set state = 'cancelled' where id = $1", [cancelled])
    const { data: start } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect(start).toMatchObject({ numbers: 2 })

    const plan = planFor(model)
    const { data } = await run('admin', id, plan)
    const made = (data as { port_order_id: string }).port_order_id
    const numbersOf = async (order: string) =>
      (
        await query<{ number: string }>(
          'select number from public.port_order_numbers where port_order_id = $1',
          [order],
        )
      ).map(({ number }) => number)
    expect((await numbersOf(made)).sort()).toEqual([open, given].sort())
    expect(await storedRow('port_orders', String(draft))).toMatchObject({ for_tenant_id: plan.tenant.id })
  })

  test('names the extension that is taken and makes none', async () => {
    const { tenant, company } = await insertTenant(`Taken ${unique()}`, { extension_limit: 9 })
    await query("insert into public.extensions (tenant_id, extension) values ($1, '1002')", [tenant.id])
    const { id, model } = await sold({ company_id: company.id })
    const { error } = await run('admin', id, planFor(model))
    expect(error?.code).toBe('23505')
    expect(error?.message).toContain('1002 is already taken')
    expect(
      await query('select extension from public.extensions where tenant_id = $1', [tenant.id]),
    ).toHaveLength(1)
  })

  test.each(['tech', 'disabled', 'nomember', 'anon'] as const)('is refused to %s', async (role) => {
    const { id, company, model } = await sold()
    expect((await run(role, id, planFor(model))).error).not.toBeNull()
    expect(await storedRow('companies', company)).toMatchObject({ status: 'prospect', domain_uuid: null })
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'negotiation' })
  })
})

describe('a won opportunity that was set up', () => {
  const stored = async (id: string) =>
    (await storedRow('opportunities', id)) as { version: number; status: string }
  const reopen = async (id: string, to_stage: string, role: Role = 'admin') =>
    callers[role].client.rpc('reopen_opportunity', {
      opportunity: id,
      expected_version: (await stored(id)).version,
      to_stage,
    })

  test('leaves its stage only by who says that they know what stays', async () => {
    const { id, model } = await sold()
    await run('admin', id, planFor(model))
    const table = callers.admin.client.from('opportunities')
    const { error } = await table.update({ status: 'lead' }).eq('id', id)
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('has been set up') })
    const saved = await callers.admin.client.rpc('save_record', {
      target_table: 'opportunities',
      record: id,
      tenant: null as unknown as string,
      expected_version: (await stored(id)).version,
      record_values: { status: 'qualified' },
    })
    expect(saved.error?.code).toBe('23514')
    expect(await stored(id)).toMatchObject({ status: 'won' })
    expect((await reopen(id, 'lead', 'tech')).error).not.toBeNull()
    expect(await stored(id)).toMatchObject({ status: 'won' })
    expect((await reopen(id, 'lead')).error).toBeNull()
    expect(await stored(id)).toMatchObject({ status: 'lead', probability: 10 })
    // Knowing of one is not knowing of another.
    const other = await sold()
    await run('admin', other.id, planFor(other.model))
    expect((await table.update({ status: 'lead' }).eq('id', other.id)).error?.code).toBe('23514')
  })

  test('is moved freely when nothing was set up', async () => {
    const { id } = await sold()
    await query("update public.opportunities set status = 'won' where id = $1", [id])
    await callers.admin.client.from('opportunities').update({ status: 'lead' }).eq('id', id).throwOnError()
    expect(await stored(id)).toMatchObject({ status: 'lead' })
  })

  test('shows what is there still, and is won again for the rest alone, once', async () => {
    const { id, company, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const tenant = plan.tenant.id
    expect((await reopen(id, 'lead')).error).toBeNull()
    // One extension has gone, a line has grown, and another was added.
    await query("delete from public.extensions where tenant_id = $1 and extension = '1002'", [tenant])
    await query(
      'update public.opportunity_items set quantity = 5 where opportunity_id = $1 and monthly_price > 0',
      [id],
    )
    const added = await insertRow(
      'opportunity_items',
      await newOpportunityItem({
        opportunity_id: id,
        position: 3,
        quantity: 1,
        monthly_price: 9,
        one_off_price: 0,
      }),
    )
    const number = uniqueNumber()
    await query('insert into public.opportunity_numbers (opportunity_id, number) values ($1, $2)', [
      id,
      number,
    ])
    const { data: start } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect(start).toMatchObject({
      won: false,
      made: {
        company_id: company,
        tenant_id: tenant,
        tenant_made: true,
        extensions: ['1001', '1003'],
        subscriptions: [expect.any(String)],
        charges: [expect.any(String)],
        stock: [expect.any(String), expect.any(String)],
        port_order_id: null,
      },
      subscriptions: [
        { quantity: 2, monthly_price: 22 },
        { id: added.id, quantity: 1, monthly_price: 9 },
      ],
      numbers: 1,
    })
    const again = {
      ...planFor(model),
      extensions: { first: 1002, count: 1 },
      stock: [{ model, quantity: 1 }],
      subscriptions: { starts_on: '2026-06-01' },
    }
    const answers = await Promise.all([run('admin', id, again), run('superadmin', id, again)])
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    expect(answers[0].data).toEqual(answers[1].data)
    expect(answers[0].data).toMatchObject({
      tenant_id: tenant,
      extensions: ['1001', '1002', '1003'],
      port_order_id: expect.any(String),
    })
    expect(await stored(id)).toMatchObject({ status: 'won' })
    expect(await storedRow('tenants', again.tenant.id)).toBeUndefined()
    expect(await reservedFor(company)).toHaveLength(3)
    const billed = await query<{ line: string }>(
      `select quantity || ' x ' || unit_price as line from public.subscriptions where tenant_id = $1 order by starts_on, unit_price`,
      [tenant],
    )
    expect(billed.map(({ line }) => line)).toEqual(['1 x 0.00', '3 x 22.00', '1 x 9.00', '2 x 22.00'])
  })

  test('bills a line again only when its subscription has ended, without what was paid once', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const [first] = await query<{ id: string }>(
      'select id from public.subscriptions where tenant_id = $1 and unit_price > 0',
      [plan.tenant.id],
    )
    // Another price from a day on: the line is billed by what took over.
    await callers.admin.client
      .rpc('change_subscription', {
        tenant: plan.tenant.id,
        subscription: first?.id ?? '',
        from_day: '2026-04-01',
        quantity: 3,
        unit_price: 20,
      })
      .throwOnError()
    await reopen(id, 'lead')
    const left = async () => {
      const { data } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
      return (data as { subscriptions: unknown[] }).subscriptions
    }
    expect(await left()).toEqual([])
    await query(
      "update public.subscriptions set ends_on = '2026-05-01' where tenant_id = $1 and unit_price > 0 and ends_on is null",
      [plan.tenant.id],
    )
    expect(await left()).toEqual([
      expect.objectContaining({ quantity: 3, monthly_price: 22, one_off_price: 0 }),
    ])
  })
})
