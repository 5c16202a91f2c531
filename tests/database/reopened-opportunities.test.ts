import { beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, todayIn } from '@/lib/dates/day'
import type { Permission } from '@/lib/session/permissions'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { insertRow, uniqueNumber } from '../support/factories/row'
import { newOpportunityItem, newService } from '../support/factories/sales'
import { planFor, reservedFor, runPlan, sold, type WonPlan } from '../support/factories/won'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const run = (role: Role, opportunity: string, plan: WonPlan) => runPlan(callers[role], opportunity, plan)

describe('a won opportunity that was provisioned', () => {
  const stored = async (id: string) =>
    (await storedRow('opportunities', id)) as { version: number; status: string }
  const reopen = async (id: string, to_stage: string, role: Role = 'admin') =>
    callers[role].client.rpc('reopen_opportunity', {
      opportunity: id,
      expected_version: (await stored(id)).version,
      to_stage,
    })

  test('leaves its stage only after the user confirms what remains', async () => {
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
    // Confirming one does not confirm another.
    const other = await sold()
    await run('admin', other.id, planFor(other.model))
    expect((await table.update({ status: 'lead' }).eq('id', other.id)).error?.code).toBe('23514')
  })

  test('can be moved freely when nothing was set up', async () => {
    const { id } = await sold()
    await query("update public.opportunities set status = 'won' where id = $1", [id])
    await callers.admin.client.from('opportunities').update({ status: 'lead' }).eq('id', id).throwOnError()
    expect(await stored(id)).toMatchObject({ status: 'lead' })
  })

  test('shows what still exists, and creates only the rest when it is won again', async () => {
    const { id, company, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const tenant = plan.tenant.id
    expect((await reopen(id, 'lead')).error).toBeNull()
    // One extension was deleted, one line was increased, and another was added.
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
        port_orders: [],
      },
      subscriptions: [
        { quantity: 2, monthly_price: 22 },
        { id: added.id, quantity: 1, monthly_price: 9 },
      ],
      numbers: 1,
    })
    const again = {
      ...planFor(model),
      runs: 1,
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
      port_orders: [expect.any(String)],
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

  const start = async (id: string) =>
    (await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()).data as {
      runs: number
      added: unknown
    }

  test('is told what was added since, however it was won again, and sets up that alone', async () => {
    const { id, company, model } = await sold()
    expect(await start(id)).toMatchObject({ runs: 0, added: null })
    const plan = planFor(model)
    await run('admin', id, plan)
    expect(await start(id)).toMatchObject({ runs: 1, added: null })
    await reopen(id, 'negotiation')
    await query(
      'update public.opportunity_items set quantity = 13 where opportunity_id = $1 and monthly_price > 0',
      [id],
    )
    await query('insert into public.opportunity_numbers (opportunity_id, number) values ($1, $2)', [
      id,
      uniqueNumber(),
    ])
    // Won by a save, past the plan.
    await callers.admin.client
      .from('opportunities')
      .update({ status: 'won', version: (await stored(id)).version + 1 })
      .eq('id', id)
      .throwOnError()
    expect(await start(id)).toMatchObject({
      runs: 1,
      added: { lines: [{ quantity: 10 }], numbers: 1 },
    })
    const rest = {
      ...plan,
      runs: 1,
      tenant: { ...plan.tenant, seats: 13 },
      extensions: { first: 1004, count: 10 },
      stock: [{ model, quantity: 1 }],
      subscriptions: { starts_on: '2026-06-01' },
    }
    const answers = await Promise.all([run('admin', id, rest), run('superadmin', id, rest)])
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    expect(await start(id)).toMatchObject({ runs: 2, added: null })
    // The first plan once more, as after a lost response.
    expect((await run('admin', id, plan)).error).toBeNull()
    expect(await start(id)).toMatchObject({ runs: 2, added: null })
    const billed = await query<{ line: string }>(
      `select quantity || ' x ' || unit_price as line from public.subscriptions where tenant_id = $1 order by starts_on, unit_price`,
      [plan.tenant.id],
    )
    expect(billed.map(({ line }) => line)).toEqual(['1 x 0.00', '3 x 22.00', '10 x 22.00'])
    expect(
      await query('select 1 from public.extensions where tenant_id = $1', [plan.tenant.id]),
    ).toHaveLength(13)
    expect(await reservedFor(company)).toHaveLength(3)
    expect(await query('select 1 from public.port_orders where opportunity_id = $1', [id])).toHaveLength(1)

    // What was set up for what was added is undone, so it is missing again.
    const [{ data }] = answers
    const made = (data as { subscriptions: string[] }).subscriptions.at(-1)
    const [entry] = await query<{ id: string }>('select id from public.audit_log where record_id = $1', [
      made,
    ])
    await callers.admin.client.rpc('undo_change', { entry: entry?.id ?? '' }).throwOnError()
    expect(await start(id)).toMatchObject({ runs: 2, added: { lines: [{ quantity: 10 }], numbers: 1 } })
  })

  test.each([
    ['extensions', 'billing.view'],
    ['subscriptions', 'telephony.view'],
  ] as const)('does not say what is missing to whoever sees no %s', async (_, seen) => {
    const { id, model } = await sold()
    await run('admin', id, planFor(model))
    await query(
      'update public.opportunity_items set quantity = 13 where opportunity_id = $1 and monthly_price > 0',
      [id],
    )
    const added = async (...permissions: Permission[]) => {
      const { client } = await memberWith('sales.view', 'customers.view', ...permissions)
      const { data } = await client.rpc('won_plan', { opportunity: id }).throwOnError()
      return (data as { added: unknown }).added
    }
    expect(await added(seen)).toBeNull()
    expect(await added('billing.view', 'telephony.view')).toMatchObject({ lines: [{ quantity: 10 }] })
  })

  test('counts as added what grew while it was won, but not what its plan left out', async () => {
    const { id, model } = await sold()
    const plan = { ...planFor(model), subscriptions: null }
    await callers.admin.client.rpc('run_won_plan', { opportunity: id, plan }).throwOnError()
    expect(await start(id)).toMatchObject({ added: null })
    const seats = await insertRow('services', await newService({ seat_product: 'extension' }))
    const { id: line } = await insertRow(
      'opportunity_items',
      await newOpportunityItem({
        opportunity_id: id,
        position: 3,
        quantity: 5,
        service_id: seats.id,
        monthly_price: 0,
        one_off_price: 0,
      }),
    )
    // Three of the five have an extension.
    expect(await start(id)).toMatchObject({ added: { lines: [], seats: 2, numbers: 0 } })
    await query('delete from public.opportunity_items where id = $1', [line])
    expect(await start(id)).toMatchObject({ added: null })
  })

  test('is not set up by a plan that was proposed before another one', async () => {
    const { id, model } = await sold()
    await run('admin', id, planFor(model))
    await reopen(id, 'lead')
    const { error } = await run('admin', id, planFor(model))
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('Open it again') })
    expect(await stored(id)).toMatchObject({ status: 'lead' })
  })

  test('bills a line again only after its subscription has ended, without the one-time fee', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const [first] = await query<{ id: string }>(
      'select id from public.subscriptions where tenant_id = $1 and unit_price > 0',
      [plan.tenant.id],
    )
    // A new price from a given day: the line is billed by the new subscription.
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

  test('bills what was added to a line whose subscription changes from a later day', async () => {
    const { id, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const [seats] = await query<{ id: string; item: string }>(
      'select id, opportunity_item_id as item from public.subscriptions where tenant_id = $1 and unit_price > 0',
      [plan.tenant.id],
    )
    const change = { quantity: 5, unit_price: 22, from_day: dayAfter(todayIn('UTC'), 40) }
    await callers.admin.client
      .rpc('change_subscription', { tenant: plan.tenant.id, subscription: seats?.id ?? '', ...change })
      .throwOnError()
    await reopen(id, 'lead')
    await query('update public.opportunity_items set quantity = 8 where id = $1', [seats?.item])
    const { data } = await callers.admin.client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect((data as { subscriptions: unknown[] }).subscriptions).toEqual([
      expect.objectContaining({ quantity: 3, monthly_price: 22 }),
    ])
  })

  test('gets back a probability of 100 percent when it is undone', async () => {
    const { id } = await sold()
    await query('update public.opportunities set probability = 100 where id = $1', [id])
    const { client } = callers.admin
    await client.from('opportunities').update({ status: 'won' }).eq('id', id).throwOnError()
    const [won] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and changes -> 'status' ->> 1 = 'won'",
      [id],
    )
    await client.rpc('undo_change', { entry: won?.id ?? '' }).throwOnError()
    expect(await stored(id)).toMatchObject({ status: 'negotiation', probability: 100, closed_at: null })
  })

  test('returns to its stage when its plan is undone, and can be won again', async () => {
    const { id, company, model } = await sold()
    const plan = planFor(model)
    await run('admin', id, plan)
    const [won] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and changes -> 'status' ->> 1 = 'won'",
      [id],
    )
    const { client } = callers.admin
    const undo = () => client.rpc('undo_change', { entry: won?.id ?? '' })
    expect((await undo().throwOnError()).data).toMatchObject({ kept: 0, reasons: [] })
    expect(await stored(id)).toMatchObject({ status: 'negotiation', probability: 70, closed_at: null })
    expect(await storedRow('tenants', plan.tenant.id)).toBeUndefined()
    expect(await reservedFor(company)).toEqual([])
    const { data: start } = await client.rpc('won_plan', { opportunity: id }).throwOnError()
    expect(start).toMatchObject({
      won: false,
      made: { tenant_id: null, extensions: [], subscriptions: [], charges: [], stock: [] },
    })
    const again = { ...planFor(model), runs: 1 }
    expect((await run('admin', id, again)).data).toMatchObject({ tenant_id: again.tenant.id })
    expect(await stored(id)).toMatchObject({ status: 'won' })
  })

  test('stays won when only its own history is reverted, which would leave what was set up', async () => {
    const { id, model } = await sold()
    await run('admin', id, planFor(model))
    const [won] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and changes -> 'status' ->> 1 = 'won'",
      [id],
    )
    const { error } = await callers.admin.client.rpc('revert_entry', { entry: won?.id ?? '' })
    expect(error).not.toBeNull()
    expect(await stored(id)).toMatchObject({ status: 'won' })
  })
})
