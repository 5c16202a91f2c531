import { beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, todayIn } from '@/lib/dates/day'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { insertRow } from '../support/factories/row'
import { newOpportunityItem, newService } from '../support/factories/sales'
import { planFor, runPlan, sold, type WonPlan } from '../support/factories/won'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const run = (role: Role, opportunity: string, plan: WonPlan) => runPlan(callers[role], opportunity, plan)

describe('a line of a won opportunity', () => {
  const stored = async (id: string) => (await storedRow('opportunities', id)) as { version: number }
  const start = async (opportunity: string) =>
    (await callers.admin.client.rpc('won_plan', { opportunity }).throwOnError()).data
  const toBill = async (id: string) =>
    ((await start(id)) as { subscriptions: { id: string; new: boolean }[] }).subscriptions
  const seatsOf = async (plan: WonPlan) => {
    const [seats] = await query<{ id: string; item: string }>(
      'select id, opportunity_item_id as item from public.subscriptions where tenant_id = $1 and unit_price > 0',
      [plan.tenant.id],
    )
    if (!seats) throw new Error('Nothing is billed')
    return seats
  }
  /** A won opportunity whose plan has run, and the subscription that bills its seats. */
  const soldAndBilled = async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    return { id, plan, seats: await seatsOf(plan) }
  }
  const changeFrom = (
    plan: WonPlan,
    subscription: string,
    from_day: string,
    quantity: number,
    unit_price: number,
  ) =>
    callers.admin.client
      .rpc('change_subscription', { tenant: plan.tenant.id, subscription, from_day, quantity, unit_price })
      .throwOnError()

  test('charges what was added its one-time price, also after a price has changed', async () => {
    const { id, plan, seats } = await soldAndBilled()
    await changeFrom(plan, seats.id, '2026-04-01', 3, 20)
    await query('update public.opportunity_items set quantity = 8 where id = $1', [seats.item])
    expect(await toBill(id)).toEqual([
      expect.objectContaining({ id: seats.item, quantity: 5, monthly_price: 22, one_off_price: 5 }),
    ])
    await run('admin', id, { ...plan, runs: 1, extensions: { first: 1004, count: 0 }, stock: [] })
    expect(
      await query(
        `select quantity, unit_price::text, setup_fee::text from public.subscriptions
         where tenant_id = $1 and unit_price > 0 and ends_on is null order by quantity`,
        [plan.tenant.id],
      ),
    ).toEqual([
      { quantity: 3, unit_price: '20.00', setup_fee: '5.00' },
      { quantity: 5, unit_price: '22.00', setup_fee: '5.00' },
    ])
  })

  test('is billed as one line across months that are free', async () => {
    const { id, plan, seats } = await soldAndBilled()
    const { data: free } = await changeFrom(plan, seats.id, '2026-04-01', 3, 0)
    await changeFrom(plan, String(free), '2026-06-01', 3, 22)
    await query('update public.opportunity_items set quantity = 8 where id = $1', [seats.item])
    expect(await toBill(id)).toEqual([expect.objectContaining({ quantity: 5, one_off_price: 5 })])
    const [paid] = await query<{ id: string; setup_fee: string }>(
      'select id, setup_fee::text from public.subscriptions where opportunity_item_id = $1 and ends_on is null',
      [seats.item],
    )
    expect(paid?.setup_fee).toBe('5.00')
    const { made } = (await start(id)) as { made: { subscriptions: string[]; charges: string[] } }
    expect(made).toMatchObject({
      subscriptions: [paid?.id],
      charges: [expect.not.stringContaining(String(free))],
    })
    await query('update public.subscriptions set ends_on = private.business_today() - 1 where id = $1', [
      paid?.id,
    ])
    expect(await toBill(id)).toEqual([
      expect.objectContaining({ quantity: 3, one_off_price: 0 }),
      expect.objectContaining({ quantity: 5, one_off_price: 5 }),
    ])
    await query('delete from public.opportunity_items where id = $1', [seats.item])
    expect(await storedRow('opportunity_items', seats.item)).toBeUndefined()
  })

  test('is shown beside what is billed at another price, or for more units, until that is changed', async () => {
    const { id, plan, seats } = await soldAndBilled()
    const otherwise = async () => ((await start(id)) as { billed_otherwise: unknown }).billed_otherwise
    expect(await otherwise()).toBeNull()
    const change = (what: string) =>
      query(`update public.opportunity_items set ${what} where id = $1`, [seats.item])
    const line = { name: expect.any(String), monthly_price: 22, one_off_price: 0 }
    for (const [quantity, monthly_price] of [
      [2, 22],
      [3, 18],
    ]) {
      await change(`quantity = ${quantity}, monthly_price = ${monthly_price}`)
      expect(await otherwise()).toEqual({
        billed: [{ ...line, quantity: 3 }],
        sold: [{ ...line, quantity, monthly_price }],
      })
    }
    // Another plan bills what was added, and leaves the others as they are.
    await change('quantity = 5')
    await run('admin', id, { ...plan, runs: 1, extensions: { first: 1004, count: 0 }, stock: [] })
    expect(await otherwise()).toEqual({
      billed: [
        { ...line, quantity: 2, monthly_price: 18 },
        { ...line, quantity: 3 },
      ],
      sold: [{ ...line, quantity: 5, monthly_price: 18 }],
    })
    await changeFrom(plan, seats.id, '2026-04-01', 3, 18)
    expect(await otherwise()).toBeNull()
    // What is missing is proposed for billing.
    await change('quantity = 7')
    expect(await otherwise()).toBeNull()
  })

  test('charges no one-time price for what was cancelled and comes back', async () => {
    const { id, plan, seats } = await soldAndBilled()
    await changeFrom(plan, seats.id, '2026-04-01', 1, 22)
    expect(await toBill(id)).toEqual([expect.objectContaining({ quantity: 2, one_off_price: 0 })])
  })

  test('counts a subscription until its end although another of the line begins after that', async () => {
    const { id, plan, seats } = await soldAndBilled()
    const today = todayIn('UTC')
    await query('update public.subscriptions set ends_on = $2 where id = $1', [seats.id, dayAfter(today, 20)])
    await query('update public.opportunity_items set quantity = 5 where id = $1', [seats.item])
    const later = { ...plan, runs: 1, extensions: { first: 1004, count: 0 }, stock: [] }
    await run('admin', id, { ...later, subscriptions: { starts_on: dayAfter(today, 40) } })
    expect(await toBill(id)).toEqual([])
  })

  test('bills only the lines that its next plan names, not those omitted or canceled', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await callers.admin.client
      .rpc('run_won_plan', { opportunity: id, plan: { ...plan, subscriptions: null } })
      .throwOnError()
    const { id: fax } = await insertRow(
      'opportunity_items',
      await newOpportunityItem({
        opportunity_id: id,
        position: 3,
        quantity: 1,
        monthly_price: 9,
        one_off_price: 0,
      }),
    )
    expect((await toBill(id)).map((line) => [line.id === fax, line.new])).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
    const next = {
      ...plan,
      runs: 1,
      extensions: null,
      stock: [],
      subscriptions: { starts_on: '2026-06-01', items: [fax] },
    }
    const { data } = await callers.admin.client
      .rpc('run_won_plan', { opportunity: id, plan: next })
      .throwOnError()
    const billed = await query<{ id: string; item: string }>(
      'select id, opportunity_item_id as item from public.subscriptions where tenant_id = $1',
      [plan.tenant.id],
    )
    expect(billed).toEqual([{ id: expect.any(String), item: fax }])
    expect(data).toMatchObject({ subscriptions: [billed[0]?.id], charges: [] })
    // What it left out is not new, and can still be billed.
    expect(await start(id)).toMatchObject({ runs: 2, added: null })
    expect((await toBill(id)).map((line) => line.new)).toEqual([false, false])
  })

  test('names every line as new before a plan has run, and once it is undone', async () => {
    const { id, model } = await sold()
    expect((await toBill(id)).map((line) => line.new)).toEqual([true, true])
    await run('admin', id, planFor(model))
    const [won] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and changes -> 'status' ->> 1 = 'won'",
      [id],
    )
    await callers.admin.client.rpc('undo_change', { entry: won?.id ?? '' }).throwOnError()
    expect((await toBill(id)).map((line) => line.new)).toEqual([true, true])
  })

  test('keeps a line that is billed until its subscription has ended', async () => {
    const { id, seats } = await soldAndBilled()
    const { client } = callers.admin
    const rows = await query<{ id: string; quantity: number }>(
      'select id, quantity from public.opportunity_items where opportunity_id = $1',
      [id],
    )
    const remove = async (item: string) =>
      client.rpc('save_record', {
        target_table: 'opportunities',
        record: id,
        tenant: null as unknown as string,
        expected_version: (await stored(id)).version,
        record_values: {},
        children: {
          opportunity_items: { parent: 'opportunity_id', rows: rows.filter((row) => row.id !== item) },
        },
      })
    const install = String(rows.find((row) => row.id !== seats.item)?.id)
    expect((await remove(seats.item)).error).toMatchObject({
      code: '23001',
      message: expect.stringContaining('is billed. Keep the line, or first end its subscription'),
    })
    expect((await remove(install)).error).toMatchObject({
      code: '23001',
      message: expect.stringContaining('has been charged. Keep the line'),
    })
    expect(await storedRow('subscriptions', seats.id)).toMatchObject({ opportunity_item_id: seats.item })
    await query('update public.subscriptions set ends_on = private.business_today() where id = $1', [
      seats.id,
    ])
    expect((await remove(seats.item)).error).toBeNull()
    expect(await storedRow('opportunity_items', seats.item)).toBeUndefined()
  })

  test('takes its billed lines along when it is deleted', async () => {
    const { id, seats } = await soldAndBilled()
    await callers.admin.client.from('opportunities').delete().eq('id', id).throwOnError()
    expect(await storedRow('opportunity_items', seats.item)).toBeUndefined()
    expect(await storedRow('subscriptions', seats.id)).toMatchObject({ opportunity_item_id: null })
    // They come back as billed.
    const [gone] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [id],
    )
    await callers.admin.client.rpc('undo_change', { entry: gone?.id ?? '' }).throwOnError()
    expect(await storedRow('subscriptions', seats.id)).toMatchObject({ opportunity_item_id: seats.item })
    expect(await toBill(id)).toEqual([])
  })

  const endsOn = (subscription: string, day: string | null) =>
    callers.admin.client.from('subscriptions').update({ ends_on: day }).eq('id', subscription)
  const resold = { extensions: { first: 1004, count: 0 }, stock: [] }

  test('is not billed twice when the end of a subscription is moved that another has replaced', async () => {
    const { id, plan, seats } = await soldAndBilled()
    await endsOn(seats.id, '2026-06-30').throwOnError()
    await run('admin', id, { ...plan, ...resold, runs: 1, subscriptions: { starts_on: '2026-08-01' } })
    for (const day of ['2026-08-01', '2026-12-31', null])
      expect((await endsOn(seats.id, day)).error).toMatchObject({
        code: '23514',
        message: expect.stringContaining('Another subscription continues this one from 2026-08-01'),
      })
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'update'",
      [seats.id],
    )
    const { error } = await callers.superadmin.client.rpc('undo_change', { entry: String(entry?.id) })
    expect(error?.code).toBe('23514')
    expect(await storedRow('subscriptions', seats.id)).toMatchObject({ ends_on: '2026-06-30' })
    expect((await endsOn(seats.id, '2026-07-31')).error).toBeNull()
  })

  test('goes on being billed beside what was added to it later', async () => {
    const { id, plan, seats } = await soldAndBilled()
    await changeFrom(plan, seats.id, '2026-04-01', 4, 22)
    const [more] = await query<{ id: string }>(
      'select id from public.subscriptions where opportunity_item_id = $1 and ends_on is null',
      [seats.item],
    )
    const today = todayIn('UTC')
    await endsOn(String(more?.id), dayAfter(today, 20)).throwOnError()
    await query('update public.opportunity_items set quantity = 6 where id = $1', [seats.item])
    const later = { starts_on: dayAfter(today, 40) }
    await run('admin', id, { ...plan, ...resold, runs: 1, subscriptions: later })
    const goOn = async () => (await endsOn(String(more?.id), null)).error
    expect(await goOn()).toBeNull()
    // Nor does what was billed beside it before its end, with another price since, although fewer are sold by then.
    const [added] = await query<{ id: string }>(
      'select id from public.subscriptions where opportunity_item_id = $1 and quantity = 2',
      [seats.item],
    )
    await endsOn(String(more?.id), dayAfter(today, 50)).throwOnError()
    await changeFrom(plan, String(added?.id), dayAfter(today, 60), 2, 20)
    await query('update public.opportunity_items set quantity = 5 where id = $1', [seats.item])
    expect(await goOn()).toBeNull()
  })

  test('charges the one-time price for what grows beyond all that was billed, not for what comes back', async () => {
    const { id, plan, seats } = await soldAndBilled()
    await changeFrom(plan, seats.id, '2026-04-01', 1, 22)
    await query('update public.opportunity_items set quantity = 7 where id = $1', [seats.item])
    const line = { id: seats.item, monthly_price: 22, new: true }
    expect(await toBill(id)).toEqual([
      expect.objectContaining({ ...line, quantity: 2, one_off_price: 0 }),
      expect.objectContaining({ ...line, quantity: 4, one_off_price: 5 }),
    ])
    expect(await start(id)).toMatchObject({ added: { lines: [{ id: seats.item, quantity: 6 }] } })
    await run('admin', id, { ...plan, ...resold, runs: 1 })
    expect(
      await query(
        `select quantity, setup_fee::text from public.subscriptions
         where opportunity_item_id = $1 and ends_on is null order by quantity`,
        [seats.item],
      ),
    ).toEqual([
      { quantity: 1, setup_fee: '5.00' },
      { quantity: 2, setup_fee: '0.00' },
      { quantity: 4, setup_fee: '5.00' },
    ])
    expect(await toBill(id)).toEqual([])
  })

  test('has one amount to bill when it has no one-time price', async () => {
    const { id, plan, seats } = await soldAndBilled()
    await changeFrom(plan, seats.id, '2026-04-01', 1, 22)
    await query('update public.opportunity_items set quantity = 7, one_off_price = 0 where id = $1', [
      seats.item,
    ])
    expect(await toBill(id)).toEqual([expect.objectContaining({ quantity: 6, one_off_price: 0 })])
  })

  test('is new when what is sold has changed since the last plan, not when it was moved or described', async () => {
    const { id, model } = await sold()
    const plan = { ...planFor(model), subscriptions: null }
    await callers.admin.client.rpc('run_won_plan', { opportunity: id, plan }).throwOnError()
    const change = (what: string) =>
      query(`update public.opportunity_items set ${what} where opportunity_id = $1 and monthly_price > 0`, [
        id,
      ])
    const news = async () => (await toBill(id)).filter((line) => line.new).length
    await change("position = 5, description = 'Desk'")
    expect(await news()).toBe(0)
    expect(await start(id)).toMatchObject({ added: null })
    const service = await insertRow('services', await newService())
    for (const [changed, back] of [
      ['quantity = 4', 'quantity = 3'],
      ['monthly_price = 20', 'monthly_price = 22'],
      ['one_off_price = 4', 'one_off_price = 5'],
    ] as const) {
      await change(changed)
      expect(await news()).toBe(1)
      expect(await start(id)).toMatchObject({ added: { lines: [expect.anything()] } })
      await change(back)
      expect(await news()).toBe(0)
    }
    await change(`service_id = '${service.id}'`)
    expect(await news()).toBe(1)
  })

  test('keeps its product while that is billed', async () => {
    const { id, seats } = await soldAndBilled()
    const other = await insertRow('services', await newService())
    const item = await storedRow('opportunity_items', seats.item)
    const change = async (values: object) =>
      callers.admin.client.rpc('save_record', {
        target_table: 'opportunities',
        record: id,
        tenant: null as unknown as string,
        expected_version: (await stored(id)).version,
        record_values: {},
        children: {
          opportunity_items: {
            parent: 'opportunity_id',
            rows: (
              await query<{ id: string }>(
                'select * from public.opportunity_items where opportunity_id = $1',
                [id],
              )
            ).map((row) => (row.id === seats.item ? { ...row, ...values } : row)),
          },
        },
      })
    expect((await change({ service_id: other.id })).error).toMatchObject({
      code: '23001',
      message: expect.stringContaining('is billed. Keep its product, or first end its subscription'),
    })
    expect(await storedRow('opportunity_items', seats.item)).toMatchObject({ service_id: item?.service_id })
    expect((await change({ quantity: 4, description: 'Desk' })).error).toBeNull()
    await query('update public.subscriptions set ends_on = private.business_today() where id = $1', [
      seats.id,
    ])
    expect((await change({ service_id: other.id })).error).toBeNull()
  })

  test('is charged its one-time price on one day, which moves only as a whole', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const [charge] = await query<{ id: string }>(
      'select id from public.subscriptions where tenant_id = $1 and unit_price = 0',
      [plan.tenant.id],
    )
    const change = async (values: object) =>
      (await callers.admin.client.from('subscriptions').update(values).eq('id', String(charge?.id))).error
    for (const values of [
      { ends_on: '2026-03-31' },
      { ends_on: null },
      { starts_on: '2026-02-01' },
      { ends_on: null, setup_fee: 300 },
    ])
      expect(await change(values)).toMatchObject({
        code: '23514',
        message: expect.stringContaining('on the same day'),
        details: '{"column": "ends_on"}',
      })
    expect(await toBill(id)).toEqual([])
    expect(await change({ starts_on: '2026-03-31', ends_on: '2026-03-31' })).toBeNull()
    expect(await change({ ends_on: null, setup_fee: 0, unit_price: 9 })).toBeNull()
  })

  test('that was invoiced is kept, without the advice to delete its charge', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const [charge] = await query<{ item: string }>(
      'select opportunity_item_id as item from public.subscriptions where tenant_id = $1 and unit_price = 0',
      [plan.tenant.id],
    )
    const remove = async () =>
      (await callers.admin.client.from('opportunity_items').delete().eq('id', String(charge?.item))).error
    const { data: invoice } = await callers.admin.client
      .rpc('run_billing_cycle', { tenant: plan.tenant.id, period_start: '2026-03-01' })
      .throwOnError()
    expect(await remove()).toMatchObject({ message: expect.stringContaining('or first delete its charge') })
    await query("update public.invoices set status = 'issued' where id = $1", [invoice])
    expect(await remove()).toMatchObject({
      code: '23001',
      message: expect.stringMatching(/ has been invoiced\. Keep the line\.$/),
    })
  })
})
