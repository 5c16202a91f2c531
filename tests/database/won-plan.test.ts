import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { PLAN_LIMITS } from '@/lib/supabase/constraints'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newBillingAccount, newLicense, newSubscription } from '../support/factories/billing'
import { insertTenant, newCompany } from '../support/factories/companies'
import { newTenantSettings } from '../support/factories/people'
import { insertRow, newId, unique, uniqueMac, uniqueNumber } from '../support/factories/row'
import { newOpportunityItem, newQuote, newService, newStockItem } from '../support/factories/sales'
import { newExtension } from '../support/factories/telephony'
import { planFor, reservedFor, runPlan, sold, type WonPlan } from '../support/factories/won'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const run = (role: Role, opportunity: string, plan: WonPlan) => runPlan(callers[role], opportunity, plan)

describe('the plan of a won opportunity', () => {
  test('creates the customer, tenant, extensions, reservation and subscription', async () => {
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

  test('orders more numbers than one port order takes in several, each number once', async () => {
    const { id, model } = await sold()
    await query(
      `insert into public.opportunity_numbers (opportunity_id, number)
       select $1, '+1207555' || lpad(n::text, 4, '0') from generate_series(1, $2::integer) n`,
      [id, PLAN_LIMITS.numbers_per_port_order + 400],
    )
    const { data } = await run('admin', id, planFor(model)).throwOnError()
    const orders = await query<{ id: string; name: string; numbers: number; first: string }>(
      `select p.id, p.name, count(*)::int as numbers, min(n.number) as first from public.port_orders p
       join public.port_order_numbers n on n.port_order_id = p.id where p.opportunity_id = $1 group by p.id order by first`,
      [id],
    )
    expect(orders.map(({ numbers, first }) => [numbers, first])).toEqual([
      [PLAN_LIMITS.numbers_per_port_order, '+12075550001'],
      [400, '+12075551001'],
    ])
    const { name } = (await storedRow('opportunities', id)) ?? {}
    expect(orders.map((order) => order.name)).toEqual([`${String(name)} (1)`, `${String(name)} (2)`])
    const { port_orders: made } = data as { port_orders: string[] }
    expect(made.toSorted()).toEqual(orders.map((order) => order.id).toSorted())
  })

  test('runs once if two users confirm at the same time, or if it is repeated', async () => {
    const { id, company, model } = await sold()
    const one = planFor(model)
    const other = { ...one, tenant: { ...one.tenant, id: randomUUID() } }
    const answers = await Promise.all([run('admin', id, one), run('superadmin', id, other)])
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    expect(answers[0].data).toEqual(answers[1].data)
    expect((await run('admin', id, one)).data).toEqual(answers[0].data)

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

  test('refuses what was changed in it since an attempt whose response was lost', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const { error } = await run('admin', id, { ...plan, extensions: { first: 1001, count: 5 } })
    expect(error).toMatchObject({ code: 'TR422', message: expect.stringContaining('has already set up ') })
    expect(
      await query('select extension from public.extensions where tenant_id = $1', [plan.tenant.id]),
    ).toHaveLength(3)
  })

  test('reserves available stock of several models and orders the rest, which is reserved on arrival', async () => {
    const { id, company, model } = await sold()
    const other = `M-${unique()}`
    const plan = planFor(model, 4)
    // A model counts as the same however it is written.
    const written = plan.stock.map((line) => ({ ...line, model: `sip-${line.model.toLowerCase()}` }))
    const stock = [...written, { model: other, quantity: 2 }]
    const { data, error } = await run('admin', id, { ...plan, stock })
    expect(error).toBeNull()
    expect(data).toMatchObject({ ordered: 3, stock: Array.from({ length: 6 }, () => expect.any(String)) })
    expect(await reservedFor(company)).toHaveLength(3)
    const ordered =
      "select model from public.inventory where company_id = $1 and status = 'ordered' order by 1"
    expect((await query<{ model: string }>(ordered, [company])).map((row) => row.model).toSorted()).toEqual(
      [written[0]?.model, other, other].toSorted(),
    )

    const [item, mac] = [newId(), uniqueMac()]
    const arrive = (serial: string) =>
      callers.tech.client.rpc('receive_stock', { item, mac, model: other, serial }).throwOnError()
    expect((await arrive('')).data).toEqual({ outcome: 'received' })
    expect((await arrive(`S-${mac}`)).data).toEqual({ outcome: 'received' })
    expect(
      await query('select status, company_id, serial from public.inventory where mac = $1', [mac]),
    ).toEqual([{ status: 'reserved', company_id: company, serial: `S-${mac}` }])
    expect(await query(ordered, [company])).toHaveLength(2)
    await callers.tech.client.rpc('cancel_receipt', { item }).throwOnError()
    expect(await query(ordered, [company])).toHaveLength(3)
    expect(await query('select 1 from public.inventory where mac = $1', [mac])).toEqual([])
  })

  test('bills no lines that were changed since it was proposed', async () => {
    const { id, model } = await sold()
    const { client } = callers.admin
    const { data } = await client.rpc('won_plan', { opportunity: id }).throwOnError()
    const plan = { ...planFor(model), version: Number((data as { version: number }).version) }
    await query('update public.opportunity_items set monthly_price = 1 where opportunity_id = $1', [id])
    expect((await client.rpc('run_won_plan', { opportunity: id, plan })).error?.code).toBe('TR409')
    expect(await storedRow('tenants', plan.tenant.id)).toBeUndefined()
    const version = Number((await storedRow('opportunities', id))?.version)
    // Once more, as after a lost response.
    for (let n = 0; n < 2; n += 1)
      expect(
        (await client.rpc('run_won_plan', { opportunity: id, plan: { ...plan, version } })).error,
      ).toBeNull()
  })

  test('says how its lines differ from the quote that the customer accepted', async () => {
    const { id } = await sold()
    const accepted = async () => {
      const { data } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
      return (data as { accepted: unknown }).accepted
    }
    const step = (quote: string, ...steps: string[]) =>
      Promise.all(
        steps.map((status) => query('update public.quotes set status = $2 where id = $1', [quote, status])),
      )
    const first = await insertRow('quotes', await newQuote({ opportunity_id: id }))
    await step(first.id, 'sent')
    await query(
      'update public.opportunity_items set quantity = 12, monthly_price = 25 where opportunity_id = $1 and position = 1',
      [id],
    )
    expect(await accepted()).toBeNull()
    await step(first.id, 'accepted')
    const [quote] = await query<{ number: string; name: string }>(
      "select number, lines #>> '{0,name}' as name from public.quotes where id = $1",
      [first.id],
    )
    const line = { name: quote?.name, quantity: 3, monthly_price: 22, one_off_price: 5 }
    expect(await accepted()).toEqual({
      number: quote?.number,
      revision: 1,
      accepted: [line],
      sold: [{ ...line, quantity: 12, monthly_price: 25 }],
    })
    // The next version is a draft, which nobody has accepted, until somebody does.
    const next = await insertRow('quotes', await newQuote({ opportunity_id: id }))
    expect(await accepted()).toMatchObject({ revision: 1 })
    await step(next.id, 'sent')
    expect(await accepted()).toMatchObject({ revision: 1 })
    await step(next.id, 'accepted')
    expect(await accepted()).toBeNull()
    // Other words are no other lines.
    await query(
      "update public.opportunity_items set description = 'Desk', position = 3 where opportunity_id = $1 and position = 1",
      [id],
    )
    await query(
      "update public.services set name = name || ', renamed' where id in (select service_id from public.opportunity_items where opportunity_id = $1)",
      [id],
    )
    expect(await accepted()).toBeNull()
  })

  test('leaves a customer suspended whose tenant is suspended', async () => {
    const { tenant, company } = await insertTenant(`Paused ${unique()}`)
    const { id, model } = await sold({ company_id: company.id })
    const asked = { tenant: tenant.id, status: 'suspended', reason: 'Unpaid' }
    await callers.admin.client.rpc('set_tenant_status', asked).throwOnError()
    const { client } = callers.admin
    const plan = { ...planFor(model), extensions: null }
    expect((await client.rpc('run_won_plan', { opportunity: id, plan })).error).toBeNull()
    expect(await storedRow('companies', company.id)).toMatchObject({ status: 'suspended' })
    expect(await storedRow('tenants', tenant.id)).toMatchObject({ status: 'suspended' })
  })

  test('leaves a suspended customer suspended, whoever sets it up', async () => {
    const { tenant, company } = await insertTenant(`Paused ${unique()}`)
    const { id } = await sold({ company_id: company.id })
    const asked = { tenant: tenant.id, status: 'suspended', reason: 'Unpaid' }
    await callers.admin.client.rpc('set_tenant_status', asked).throwOnError()
    const seller = await memberWith('sales.view', 'sales.edit', 'customers.view', 'customers.edit')
    expect((await seller.client.from('tenants').select('id').eq('id', tenant.id)).data).toEqual([])
    await seller.client.rpc('run_won_plan', { opportunity: id, plan: { tenant: null } }).throwOnError()
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'won' })
    expect(await storedRow('companies', company.id)).toMatchObject({ status: 'suspended' })
  })

  test('orders no more phones than its form allows', async () => {
    const { id, company, model } = await sold()
    for (const stock of [
      [{ model, quantity: PLAN_LIMITS.phones + 1 }],
      [{ model, quantity: 2_000_000_000 }],
      Array.from({ length: PLAN_LIMITS.models + 1 }, (_, at) => ({ model: `${model}-${at}`, quantity: 1 })),
    ]) {
      const { error } = await run('admin', id, { ...planFor(model), stock })
      expect(error).toMatchObject({
        code: '23514',
        message: 'A plan takes at most 20 models and 1,000 phones of each.',
      })
    }
    expect(await reservedFor(company)).toEqual([])
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'negotiation' })
  })

  test('leaves phones in stock that belong to another customer', async () => {
    const { id, company, model } = await sold()
    const other = await insertRow('companies', await newCompany())
    const theirs = await insertRow('inventory', await newStockItem({ model, company_id: other.id }))
    const own = await insertRow('inventory', await newStockItem({ model, company_id: company }))
    const { data: start } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect(start).toMatchObject({ stock: expect.arrayContaining([{ model, in_stock: 4 }]) })
    const { data, error } = await run('admin', id, planFor(model, 5))
    expect(error).toBeNull()
    expect(data).toMatchObject({ ordered: 1 })
    expect(await storedRow('inventory', theirs.id)).toEqual(theirs)
    expect(await storedRow('inventory', own.id)).toMatchObject({ status: 'reserved', company_id: company })
  })

  test('may take a minute: hosted Supabase gives other statements eight seconds, too few for 20,000 phones', async () => {
    const settings = "select unnest(proconfig) as setting from pg_proc where proname = 'run_won_plan'"
    expect(await query(settings)).toContainEqual({ setting: 'statement_timeout=60s' })
  })

  test('changes nothing when its last step fails', async () => {
    const { id, company, model } = await sold()
    const plan = planFor(model, 3)
    const tooLong = { model: 'M'.repeat(65), quantity: 1 }
    const { error } = await run('admin', id, { ...plan, stock: [...plan.stock, tooLong] })
    expect(error).toMatchObject({ code: '23514' })
    expect(await storedRow('companies', company)).toMatchObject({ status: 'prospect', domain_uuid: null })
    expect(await storedRow('tenants', plan.tenant.id)).toBeUndefined()
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'negotiation' })
    expect(await reservedFor(company)).toEqual([])
    // The problem can be fixed and the plan run again.
    expect((await run('admin', id, { ...plan, stock: [{ model, quantity: 3 }] })).error).toBeNull()
    expect(await reservedFor(company)).toHaveLength(3)
  })

  test('puts one-time fees on the first invoice only', async () => {
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

  test('bills nothing to a customer who is charged in another currency than the prices', async () => {
    const { tenant, company } = await insertTenant('Charged in euros')
    const { id, model } = await sold({ company_id: company.id })
    await insertRow('billing_accounts', await newBillingAccount({ tenant_id: tenant.id, currency: 'EUR' }))
    const plan = planFor(model)
    expect(await run('admin', id, plan)).toMatchObject({ error: { code: '23514' } })
    const billed = () => query('select id from public.subscriptions where tenant_id = $1', [tenant.id])
    expect(await billed()).toEqual([])
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'negotiation' })
    const { data: start } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect(start).toMatchObject({ currency: 'EUR' })
    await callers.admin.client
      .rpc('run_won_plan', { opportunity: id, plan: { ...plan, subscriptions: null } })
      .throwOnError()
    expect(await billed()).toEqual([])
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'won' })
  })

  test("adds to the company's existing tenant, with more seats if needed", async () => {
    const { tenant, company } = await insertTenant(`Growing ${unique()}`, { extension_limit: 1 })
    const numbered = { tenant_id: tenant.id, extension_low: 200, extension_high: 204 }
    await insertRow('tenant_settings', await newTenantSettings(numbered))
    await insertRow('extensions', await newExtension({ tenant_id: tenant.id, extension: '202' }))
    const { id, model } = await sold({ company_id: company.id })
    const seat = {
      service_id: (await insertRow('services', await newService({ seat_product: 'extension' }))).id,
    }
    await insertRow('subscriptions', await newSubscription({ ...seat, tenant_id: tenant.id, quantity: 12 }))
    const item = { ...seat, opportunity_id: id, quantity: 5, position: 3 }
    await insertRow('opportunity_items', await newOpportunityItem(item))
    const { data: start } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect(start).toMatchObject({ free: ['203', '204', '200', '201'], seats_billed: 17 })
    const plan = planFor(model)
    expect((await run('admin', id, plan)).data).toMatchObject({ tenant_id: tenant.id, tenant_made: false })
    expect(await storedRow('tenants', plan.tenant.id)).toBeUndefined()
    expect(await storedRow('tenants', tenant.id)).toMatchObject({ extension_limit: 5 })
  })

  test('adds the seats of other products that were sold, each once, and leaves the cap as it is', async () => {
    const { tenant, company } = await insertTenant(`Agents ${unique()}`)
    const license = await insertRow(
      'licenses',
      await newLicense({ tenant_id: tenant.id, product: 'call_center_agent', purchased: 5, cap: 'hard' }),
    )
    const { id } = await sold({ company_id: company.id })
    const sell = async (product: string, quantity: number, position: number) => {
      const service = await insertRow('services', await newService({ seat_product: product }))
      const item = await newOpportunityItem({
        opportunity_id: id,
        service_id: service.id,
        quantity,
        position,
      })
      return insertRow('opportunity_items', item)
    }
    const agents = await sell('call_center_agent', 4, 3)
    await sell('fax', 2, 4)
    await sell('extension', 9, 5)
    const { client } = callers.admin
    const proposed = async () => {
      const { data } = await client.rpc('won_plan', { opportunity: id }).throwOnError()
      return (data as { licenses: { product: string; purchased: number; sold: number }[] }).licenses
    }
    const setUp = async (runs: number) => {
      const licenses = Object.fromEntries(
        (await proposed()).map(({ product, sold: seats }) => [product, seats]),
      )
      const plan = { runs, tenant: { seats: 5 }, licenses }
      // Once more, as after a lost response.
      for (let n = 0; n < 2; n += 1)
        await client.rpc('run_won_plan', { opportunity: id, plan }).throwOnError()
    }
    expect(await proposed()).toEqual([
      { product: 'call_center_agent', purchased: 5, sold: 4 },
      { product: 'fax', purchased: 0, sold: 2 },
    ])
    await setUp(0)
    expect(await storedRow('licenses', license.id)).toMatchObject({ purchased: 9, cap: 'hard' })
    const fax = "select purchased, cap from public.licenses where tenant_id = $1 and product = 'fax'"
    expect(await query(fax, [tenant.id])).toEqual([{ purchased: 2, cap: 'soft' }])
    expect(await proposed()).toEqual([])

    await query('update public.opportunity_items set quantity = 7 where id = $1', [agents.id])
    expect(await proposed()).toEqual([{ product: 'call_center_agent', purchased: 9, sold: 3 }])
    await setUp(1)
    expect(await storedRow('licenses', license.id)).toMatchObject({ purchased: 12 })
  })

  test('still proposes the seats of other products that an earlier plan had no tenant for', async () => {
    const { id, model } = await sold()
    const service = await insertRow('services', await newService({ seat_product: 'call_center_agent' }))
    const agents = { opportunity_id: id, service_id: service.id, quantity: 4, position: 3 }
    await insertRow('opportunity_items', await newOpportunityItem(agents))
    const plan = { runs: 0, tenant: null, stock: [{ model, quantity: 1 }] }
    const { client } = callers.admin
    await client.rpc('run_won_plan', { opportunity: id, plan }).throwOnError()
    const { data } = await client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect(data).toMatchObject({
      licenses: [{ product: 'call_center_agent', purchased: 0, sold: 4 }],
    })
  })

  test('gives no seats without a tenant, nor to who may not change them', async () => {
    const { id } = await sold()
    const licenses = { fax: 1 }
    const plan = { runs: 0, tenant: null, licenses }
    const { error } = await callers.admin.client.rpc('run_won_plan', { opportunity: id, plan })
    expect(error?.message).toBe('Extensions, seats and subscriptions need a tenant.')
    const { tenant, company } = await insertTenant(`Seated ${unique()}`)
    const theirs = await sold({ company_id: company.id })
    const seller = await memberWith('sales.view', 'sales.edit', 'customers.view', 'customers.edit')
    const asked = seller.client.rpc('run_won_plan', { opportunity: theirs.id, plan })
    expect((await asked).error?.code).toBe('42501')
    expect(await query('select 1 from public.licenses where tenant_id = $1', [tenant.id])).toEqual([])
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
    const [order] = (one.data as { port_orders: string[] }).port_orders
    expect(
      await query('select id, state, for_tenant_id from public.port_orders where opportunity_id = $1', [id]),
    ).toEqual([{ id: order, state: 'draft', for_tenant_id: plan.tenant.id }])
    expect(
      await query('select number from public.port_order_numbers where port_order_id = $1', [order]),
    ).toEqual([{ number }])
  })

  test('orders only numbers that can be ported and have no order, and sets the tenant on drafts', async () => {
    const { id, model } = await sold()
    await query(
      'insert into public.opportunity_numbers (opportunity_id, number, portable) values ($1, $2, false)',
      [id, uniqueNumber()],
    )
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
    const [made] = (data as { port_orders: string[] }).port_orders
    const numbersOf = async (order?: string) =>
      (
        await query<{ number: string }>(
          'select number from public.port_order_numbers where port_order_id = $1',
          [order],
        )
      ).map(({ number }) => number)
    expect((await numbersOf(made)).sort()).toEqual([open, given].sort())
    expect(await storedRow('port_orders', String(draft))).toMatchObject({ for_tenant_id: plan.tenant.id })
  })

  test('reports a taken extension and creates none', async () => {
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

  test.each(['tech', 'disabled', 'nomember', 'anon'] as const)('is denied to %s', async (role) => {
    const { id, company, model } = await sold()
    expect((await run(role, id, planFor(model))).error).not.toBeNull()
    expect(await storedRow('companies', company)).toMatchObject({ status: 'prospect', domain_uuid: null })
    expect(await storedRow('opportunities', id)).toMatchObject({ status: 'negotiation' })
  })
})
