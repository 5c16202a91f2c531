import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CYCLES } from '@/lib/billing/cycle'
import { loadCallsInvoice } from '@/lib/billing/invoices'
import { fromUnits, toUnits } from '@/lib/billing/money'
import { loadUsage, usageCharge } from '@/lib/billing/rates'
import { listSubscriptions } from '@/lib/billing/subscriptions'
import { dayAfter, monthStart } from '@/lib/dates/day'
import { lengthOf } from '@/lib/dates/span'
import { charges, type Rate, rateCalls } from '../support/billing-model'
import { moveCompany } from '../support/business-zone'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, rolledBack, storedRow, withDatabase } from '../support/database'
import {
  newBillingAccount,
  newInvoiceLine,
  newRatePlan,
  newRatePlanRate,
  newSubscription,
} from '../support/factories/billing'
import { newCallLeg } from '../support/factories/cdr'
import { newTenant } from '../support/factories/companies'
import { type Given, insertRow } from '../support/factories/row'
import { memberWith } from '../support/members'

const JANUARY = '2026-01-01'
const FEBRUARY = '2026-02-01'
const MARCH = '2026-03-01'
const EAST = 'America/New_York'
const WEST = 'America/Los_Angeles'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const tenantId = async () => (await insertRow('tenants', await newTenant({ time_zone: EAST }))).id
const subscribe = async (given: Given<'subscriptions'>) =>
  insertRow('subscriptions', await newSubscription(given))

/** Drafts the period's invoice as an admin; returns its id. */
async function run(tenant: string, period_start: string): Promise<string | null> {
  const { data, error } = await callers.admin.client.rpc('run_billing_cycle', { tenant, period_start })
  if (error) throw error
  return data
}

async function issue(tenant: string, invoice: string | null): Promise<void> {
  const { error } = await callers.admin.client.rpc('issue_invoice', { tenant, invoice: String(invoice) })
  if (error) throw error
}

interface Line {
  id: string
  kind: string
  description: string
  service_from: string
  service_to: string
  amount: string
}

const lines = (invoice: string | null) =>
  query<Line>(
    `select id, kind, description, service_from::text, service_to::text, amount::text
     from public.invoice_lines where invoice_id = $1 order by position, id`,
    [invoice],
  )
const amounts = async (invoice: string | null) => (await lines(invoice)).map(({ amount }) => amount)

async function call(tenant: string, given: Given<'cdr'>): Promise<string> {
  const id = randomUUID()
  const start = given.start_at ?? '2026-01-10T15:00:00Z'
  const talk = given.talk_seconds ?? 60
  const row = { direction: 'outbound', status: 'answered', answer_at: start, ...given }
  const end_at = new Date(Date.parse(start) + talk * 1000).toISOString()
  await insertRow('cdr', {
    id,
    call_uuid: id,
    tenant_id: tenant,
    ...row,
    start_at: start,
    end_at,
    talk_seconds: talk,
  })
  return id
}

async function giveRates(tenant: string, rates: Given<'rate_plan_rates'>[]): Promise<void> {
  const plan = await insertRow('rate_plans', await newRatePlan())
  for (const rate of rates) {
    await insertRow('rate_plan_rates', await newRatePlanRate({ ...rate, rate_plan_id: plan.id }))
  }
  await insertRow('billing_accounts', await newBillingAccount({ tenant_id: tenant, rate_plan_id: plan.id }))
}

describe('a billing run', () => {
  test('charges the month ahead, the days of a partial first month, and the setup fee once', async () => {
    const tenant = await tenantId()
    await subscribe({
      tenant_id: tenant,
      quantity: 3,
      unit_price: 10,
      starts_on: JANUARY,
      description: 'Seats',
    })
    await subscribe({
      tenant_id: tenant,
      unit_price: 31,
      setup_fee: 99,
      starts_on: '2026-01-16',
      description: 'Trunk',
    })
    const january = await run(tenant, JANUARY)
    expect(
      (await lines(january)).map(({ description, service_from, service_to, amount }) => [
        description,
        service_from,
        service_to,
        amount,
      ]),
    ).toEqual([
      ['Seats', '2026-01-01', '2026-01-31', '30.00'],
      ['Trunk', '2026-01-16', '2026-01-31', '16.00'],
      ['Trunk, set-up', '2026-01-16', '2026-01-16', '99.00'],
    ])
    expect(await storedRow('invoices', String(january))).toMatchObject({ total: 145, status: 'draft' })
    await issue(tenant, january)
    expect(await amounts(await run(tenant, FEBRUARY))).toEqual(['30.00', '31.00'])
  })

  test('charges quarters and years with the month in which they begin', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant, unit_price: 90, cycle: 'quarterly', starts_on: JANUARY })
    await subscribe({ tenant_id: tenant, unit_price: 365, cycle: 'yearly', starts_on: '2026-02-01' })
    const january = await run(tenant, JANUARY)
    expect(await amounts(january)).toEqual(['90.00'])
    await issue(tenant, january)
    // 334 of 365 days are left of the year.
    const february = await run(tenant, FEBRUARY)
    expect(await amounts(february)).toEqual(['334.00'])
    await issue(tenant, february)
    expect(await run(tenant, MARCH)).toBeNull()
  })

  test('may take a minute, as issuing and usage: hosted Supabase gives other statements eight seconds', async () => {
    const limited = await query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
         and proname = any ($1) and 'statement_timeout=60s' = any (proconfig) order by 1`,
      [['run_billing_cycle', 'issue_invoice', 'tenant_usage']],
    )
    expect(limited.map(({ name }) => name)).toEqual(['issue_invoice', 'run_billing_cycle', 'tenant_usage'])
  })

  test('drafts no invoice if nothing is due', async () => {
    const tenant = await tenantId()
    expect(await run(tenant, JANUARY)).toBeNull()
    await subscribe({ tenant_id: tenant, starts_on: MARCH })
    expect(await run(tenant, JANUARY)).toBeNull()
  })

  test('drafts one without lines if asked to, which can be issued with an adjustment', async () => {
    const tenant = await tenantId()
    const { data } = await callers.admin.client
      .rpc('run_billing_cycle', { tenant, period_start: JANUARY, even_empty: true })
      .throwOnError()
    const draft = String(data)
    expect(await lines(draft)).toEqual([])
    const credit = await newInvoiceLine({ tenant_id: tenant, invoice_id: draft, amount: -50 })
    await insertRow('invoice_lines', credit)
    await issue(tenant, draft)
    expect(await storedRow('invoices', draft)).toMatchObject({ status: 'paid', total: -50 })
  })

  test('that is repeated changes nothing without new data, and keeps adjustments', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant })
    const first = await run(tenant, JANUARY)
    await insertRow(
      'invoice_lines',
      await newInvoiceLine({ tenant_id: tenant, invoice_id: String(first), amount: -5 }),
    )
    const before = await lines(first)
    const trail = () => query('select 1 from public.audit_log where tenant_id = $1', [tenant])
    const entries = (await trail()).length
    expect(await run(tenant, JANUARY)).toBe(first)
    expect(await lines(first)).toEqual(before)
    expect(await trail()).toHaveLength(entries)
    expect(await storedRow('invoices', String(first))).toMatchObject({ total: 17 })
  })

  test('recalculates a draft after additions, changes and removals', async () => {
    const tenant = await tenantId()
    const gone = await subscribe({ tenant_id: tenant, unit_price: 1 })
    const changed = await subscribe({ tenant_id: tenant, unit_price: 2 })
    const draft = await run(tenant, JANUARY)
    const { client } = callers.admin
    await client.from('subscriptions').delete().eq('id', gone.id).throwOnError()
    await client.from('subscriptions').update({ quantity: 4 }).eq('id', changed.id).throwOnError()
    await subscribe({ tenant_id: tenant, unit_price: 5 })
    expect(await run(tenant, JANUARY)).toBe(draft)
    expect((await amounts(draft)).toSorted()).toEqual(['5.00', '8.00'])
  })

  test('leaves an issued invoice alone and charges late items on the next', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant, unit_price: 10 })
    const january = await run(tenant, JANUARY)
    await issue(tenant, january)
    const before = await storedRow('invoices', String(january))
    await subscribe({ tenant_id: tenant, unit_price: 31, starts_on: '2026-01-31', description: 'Late' })
    expect(await run(tenant, JANUARY)).toBe(january)
    expect(await storedRow('invoices', String(january))).toEqual(before)
    expect(await amounts(await run(tenant, FEBRUARY))).toEqual(
      expect.arrayContaining(['10.00', '1.00', '31.00']),
    )
  })

  test('credits days charged ahead when a subscription ends early', async () => {
    const tenant = await tenantId()
    const quarter = await subscribe({
      tenant_id: tenant,
      unit_price: 90,
      cycle: 'quarterly',
      description: 'Fax',
    })
    await issue(tenant, await run(tenant, JANUARY))
    await callers.admin.client
      .from('subscriptions')
      .update({ ends_on: '2026-02-14' })
      .eq('id', quarter.id)
      .throwOnError()
    const february = await run(tenant, FEBRUARY)
    // 45 of 90 days were used.
    expect(await lines(february)).toMatchObject([
      { description: 'Credit: Fax', service_from: '2026-02-15', service_to: '2026-03-31', amount: '-45.00' },
    ])
    await issue(tenant, february)
    expect(await storedRow('invoices', String(february))).toMatchObject({ status: 'paid', total: -45 })
    expect(await run(tenant, MARCH)).toBeNull()
  })

  test('names no days as charged or credited that are not, once a cycle was charged in part', async () => {
    const tenant = await tenantId()
    const seat = await subscribe({ tenant_id: tenant, unit_price: 31, description: 'Seat' })
    const endOn = async (ends_on: string) => {
      const { version } = (await storedRow('subscriptions', seat.id)) as { version: number }
      await callers.admin.client
        .from('subscriptions')
        .update({ ends_on, version: version + 1 })
        .eq('id', seat.id)
        .throwOnError()
    }
    const next = async (period: string) => {
      const invoice = await run(tenant, period)
      const written = await lines(invoice)
      await issue(tenant, invoice)
      return written.map(({ description, service_from, service_to, amount }) =>
        [description, service_from, service_to, amount].join(' '),
      )
    }
    await endOn('2026-01-10')
    expect(await next(JANUARY)).toEqual(['Seat 2026-01-01 2026-01-10 10.00'])
    await endOn('2026-01-31')
    expect(await next(FEBRUARY)).toEqual(['Difference: Seat 2026-01-01 2026-01-31 21.00'])
    await endOn('2026-01-20')
    expect(await next(MARCH)).toEqual(['Credit: Seat 2026-01-21 2026-01-31 -11.00'])
    await endOn('2026-01-10')
    expect(await next('2026-04-01')).toEqual(['Difference: Seat 2026-01-01 2026-01-10 -10.00'])
  })

  test('charges the items of a void invoice again, and nothing twice', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant, unit_price: 10 })
    const january = await run(tenant, JANUARY)
    await issue(tenant, january)
    await callers.admin.client
      .rpc('void_invoice', { tenant, invoice: String(january), reason: 'Wrong address' })
      .throwOnError()
    const again = await run(tenant, JANUARY)
    expect(again).not.toBe(january)
    expect(await amounts(again)).toEqual(['10.00'])
    expect(await amounts(await run(tenant, FEBRUARY))).toEqual(['10.00'])
  })

  test('charges what is due in the earliest month, also if a later one was drafted or issued before', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant, unit_price: 10 })
    const february = await run(tenant, FEBRUARY)
    expect(await amounts(february)).toEqual(['10.00', '10.00'])
    const january = await run(tenant, JANUARY)
    expect(await amounts(january)).toEqual(['10.00'])
    expect(await amounts(await run(tenant, FEBRUARY))).toEqual(['10.00'])
    await query('delete from public.invoices where id = $1', [january])
    await issue(tenant, await run(tenant, FEBRUARY))
    expect(await amounts(february)).toEqual(['10.00', '10.00'])
    expect(await run(tenant, JANUARY)).toBeNull()
  })

  test('takes adjustments and the note of the month’s void invoice once, though all else is charged by then', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant, unit_price: 10 })
    const { client } = callers.admin
    const chargeAndVoid = async (invoice: string | null) => {
      await issue(tenant, invoice)
      const voided = { tenant, invoice: String(invoice), reason: 'Wrong address' }
      await client.rpc('void_invoice', voided).throwOnError()
    }
    const january = String(await run(tenant, JANUARY))
    const outage = { tenant_id: tenant, invoice_id: january, description: 'Outage' }
    await insertRow('invoice_lines', await newInvoiceLine({ ...outage, amount: -5 }))
    await query('update public.invoices set note = $1 where id = $2', ['Sorry', january])
    await chargeAndVoid(january)
    await issue(tenant, await run(tenant, FEBRUARY))

    const again = String(await run(tenant, JANUARY))
    expect(await run(tenant, JANUARY)).toBe(again)
    expect(await lines(again)).toMatchObject([{ kind: 'adjustment', description: 'Outage', amount: '-5.00' }])
    expect(await storedRow('invoices', again)).toMatchObject({ total: -5, note: 'Sorry' })
    await chargeAndVoid(again)
    const third = String(await run(tenant, JANUARY))
    expect(await amounts(third)).toEqual(['-5.00'])
    await query('delete from public.invoice_lines where invoice_id = $1', [third])
    expect(await run(tenant, JANUARY)).toBe(third)
    expect(await amounts(third)).toEqual([])

    // Another tenant's draft has nothing of it.
    const other = { tenant: await tenantId(), period_start: JANUARY, even_empty: true }
    const { data } = await client.rpc('run_billing_cycle', other).throwOnError()
    expect(await lines(String(data))).toEqual([])
    expect(await storedRow('invoices', String(data))).toMatchObject({ note: '' })
  })

  test('takes no adjustments of a void invoice in another currency', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant, unit_price: 10 })
    const january = String(await run(tenant, JANUARY))
    await insertRow(
      'invoice_lines',
      await newInvoiceLine({ tenant_id: tenant, invoice_id: january, amount: -5 }),
    )
    await issue(tenant, january)
    await callers.admin.client
      .rpc('void_invoice', { tenant, invoice: january, reason: 'Wrong currency' })
      .throwOnError()
    await insertRow('billing_accounts', await newBillingAccount({ tenant_id: tenant, currency: 'EUR' }))
    expect(await amounts(await run(tenant, JANUARY))).toEqual(['10.00'])
  })

  test('at the same time as another drafts one invoice with each line once', async () => {
    const tenant = await tenantId()
    for (let n = 1; n <= 5; n++) await subscribe({ tenant_id: tenant, unit_price: n })
    const ids = await Promise.all(Array.from({ length: 10 }, () => run(tenant, JANUARY)))
    expect(new Set(ids).size).toBe(1)
    expect(await query('select 1 from public.invoices where tenant_id = $1', [tenant])).toHaveLength(1)
    expect((await amounts(ids[0] ?? null)).toSorted()).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00'])
  })

  test('during issuing leaves the issued invoice unchanged, and two users issue it once', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant, unit_price: 10 })
    const draft = String(await run(tenant, JANUARY))
    const { client } = callers.admin
    const [first, , second] = await Promise.all([
      client.rpc('issue_invoice', { tenant, invoice: draft }),
      run(tenant, JANUARY),
      client.rpc('issue_invoice', { tenant, invoice: draft }),
    ])
    expect([first.error?.code, second.error?.code].toSorted()).toEqual(['TR409', undefined])
    expect(await amounts(draft)).toEqual(['10.00'])
  })

  test('needs the permission to create invoices or the service key', async () => {
    const tenant = await tenantId()
    await subscribe({ tenant_id: tenant })
    for (const role of ['anon', 'tech', 'disabled', 'nomember'] as const) {
      const { error } = await callers[role].client.rpc('run_billing_cycle', { tenant, period_start: JANUARY })
      expect(error?.code, role).toBe('42501')
    }
    expect(await query('select 1 from public.invoices where tenant_id = $1', [tenant])).toEqual([])
    const { data } = await serviceClient().rpc('run_billing_cycle', { tenant, period_start: JANUARY })
    expect(data).toEqual(expect.any(String))
  })

  test('recalculates a draft, but adds none, for users who may edit invoices and create none', async () => {
    const tenant = await tenantId()
    const { client } = await memberWith('billing.edit')
    const refresh = () => client.rpc('run_billing_cycle', { tenant, period_start: JANUARY })
    await subscribe({ tenant_id: tenant, unit_price: 10 })
    expect((await refresh()).error?.code).toBe('42501')
    expect(await query('select 1 from public.invoices where tenant_id = $1', [tenant])).toEqual([])
    const draft = await run(tenant, JANUARY)
    await subscribe({ tenant_id: tenant, unit_price: 5 })
    expect((await refresh()).data).toBe(draft)
    // Both begin on the same day.
    expect((await amounts(String(draft))).toSorted()).toEqual(['10.00', '5.00'])
  })

  test.each(['2026-01-02', '1999-12-01', '200000-01-01'])(
    'must start on the first of a month between 2000 and 2100, not on %s',
    async (period_start) => {
      const tenant = await tenantId()
      const { error } = await callers.admin.client.rpc('run_billing_cycle', { tenant, period_start })
      expect(error?.code).toBe('23514')
    },
  )
})

test('subscriptions are prorated by days for any cycle and any days', async () => {
  const day = fc.integer({ min: 0, max: 150 }).map((n) => dayAfter(JANUARY, n))
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        price: fc.integer({ min: 1, max: 99_999 }),
        quantity: fc.integer({ min: 1, max: 40 }),
        cycle: fc.constantFrom(...CYCLES),
        starts: day,
        length: fc.option(fc.integer({ min: 0, max: 120 })),
        prorate: fc.boolean(),
      }),
      async ({ price, quantity, cycle, starts, length, prorate }) => {
        const tenant = await tenantId()
        const ends_on = length === null ? null : dayAfter(starts, length)
        await subscribe({
          tenant_id: tenant,
          quantity,
          unit_price: price / 100,
          cycle,
          starts_on: starts,
          ends_on,
          prorate,
        })
        const period = '2026-06-01'
        const expected = charges(
          { price: BigInt(price * quantity), cycle, startsOn: starts, endsOn: ends_on, prorate },
          dayAfter(monthStart(period, 1), -1),
        )
        expect(await amounts(await run(tenant, period))).toEqual(
          expected.map((cents) => fromUnits(cents, 2)).filter((amount) => amount !== '0.00'),
        )
      },
    ),
    { numRuns: 25 },
  )
})

describe('a subscription change from a given day', () => {
  test('ends the subscription and starts another, and equal prices add up to the whole', async () => {
    const tenant = await tenantId()
    const old = await subscribe({ tenant_id: tenant, quantity: 2, unit_price: 9.99 })
    const { data, error } = await callers.admin.client.rpc('change_subscription', {
      tenant: old.tenant_id,
      subscription: old.id,
      from_day: '2026-01-12',
      quantity: 2,
      unit_price: 9.99,
    })
    expect(error).toBeNull()
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-01-11' })
    expect(await storedRow('subscriptions', String(data))).toMatchObject({
      starts_on: '2026-01-12',
      ends_on: null,
      quantity: 2,
    })
    const parts = (await amounts(await run(tenant, JANUARY))).map((amount) => toUnits(amount, 2))
    expect(parts).toHaveLength(2)
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(1998n)
  })

  test('charges the setup fee of the units that it adds beyond the most there were', async () => {
    const tenant = await tenantId()
    const old = await subscribe({ tenant_id: tenant, quantity: 10, unit_price: 20, setup_fee: 50 })
    const change = async (subscription: string, from_day: string, quantity: number, unit_price = 20) => {
      const asked = { tenant, subscription, from_day, quantity, unit_price }
      return (await callers.admin.client.rpc('change_subscription', asked).throwOnError()).data
    }
    const setUp = async (month: string) => {
      const invoice = await run(tenant, month)
      if (invoice) await issue(tenant, invoice)
      return (await lines(invoice)).filter(({ kind }) => kind === 'one_off').map(({ amount }) => amount)
    }
    expect(await setUp(JANUARY)).toEqual(['500.00'])
    const fewer = await change(old.id, FEBRUARY, 8)
    expect(await setUp(FEBRUARY)).toEqual([])
    const more = await change(fewer, MARCH, 15)
    expect(await setUp(MARCH)).toEqual(['250.00'])
    const free = await change(more, '2026-04-01', 20, 0)
    expect(await setUp('2026-04-01')).toEqual([])
    expect(await storedRow('subscriptions', free)).toMatchObject({ quantity: 20, setup_fee: 0 })
  })

  test('is refused where someone else has changed it since, whose later change would undo this one', async () => {
    const old = await subscribe({ starts_on: JANUARY, quantity: 10, unit_price: 20 })
    const change = (from_day: string, quantity: number, unit_price: number) =>
      callers.admin.client.rpc('change_subscription', {
        tenant: old.tenant_id,
        subscription: old.id,
        expected_version: 1,
        from_day,
        quantity,
        unit_price,
      })
    expect((await change(MARCH, 15, 20)).error).toBeNull()
    expect((await change(FEBRUARY, 10, 25)).error?.code).toBe('TR409')
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-02-28' })
    // Once more, as after a lost response.
    expect((await change(MARCH, 15, 20)).error).toBeNull()
  })

  test('is refused within a cycle that is charged as a whole, which would be charged twice', async () => {
    const tenant = await tenantId()
    const old = await subscribe({ tenant_id: tenant, cycle: 'quarterly', unit_price: 60, prorate: false })
    const change = (from_day: string) =>
      callers.admin.client.rpc('change_subscription', {
        tenant,
        subscription: old.id,
        from_day,
        quantity: 1,
        unit_price: 70,
      })
    expect(await change('2026-02-01')).toMatchObject({ error: { code: '23514' } })
    expect((await change('2026-04-01')).error).toBeNull()
    expect(await amounts(await run(tenant, '2026-04-01'))).toEqual(['60.00', '70.00'])
  })

  test('is refused on its first day, after its end, and to techs', async () => {
    const old = await subscribe({ starts_on: JANUARY, ends_on: '2026-03-31' })
    const change = (from_day: string, role: Role = 'admin') =>
      callers[role].client.rpc('change_subscription', {
        tenant: old.tenant_id,
        subscription: old.id,
        from_day,
        quantity: 5,
        unit_price: 1,
      })
    expect((await change(JANUARY)).error?.code).toBe('23514')
    expect((await change('2026-04-01')).error?.code).toBe('23514')
    expect((await change('2026-02-01', 'tech')).error?.code).toBe('42501')
    // Of another tenant, and not what follows.
    await subscribe({ service_id: old.service_id, starts_on: '2026-04-01', quantity: 5, unit_price: 1 })
    expect((await change('2026-04-01')).error?.code).toBe('23514')
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-03-31' })
  })

  test.for([
    ['before it is invoiced', async () => undefined, [null, undefined], ['10.00']],
    ['once the new one is invoiced', issue, ['2026-01-31', null], ['20.00']],
    [
      'once the new one’s invoice is void',
      async (tenant: string, invoice: string | null) => {
        await issue(tenant, invoice)
        await callers.admin.client
          .rpc('void_invoice', { tenant, invoice: String(invoice), reason: 'Wrong' })
          .throwOnError()
      },
      ['2026-01-31', null],
      ['20.00'],
    ],
  ] as const)('is undone as a whole or not at all: %s', async ([, meanwhile, ends, charged]) => {
    const tenant = await tenantId()
    const old = await subscribe({ tenant_id: tenant, unit_price: 10, starts_on: JANUARY })
    await issue(tenant, await run(tenant, JANUARY))
    const { data: next } = await callers.admin.client
      .rpc('change_subscription', {
        tenant,
        subscription: old.id,
        from_day: FEBRUARY,
        quantity: 1,
        unit_price: 20,
      })
      .throwOnError()
    await meanwhile(tenant, await run(tenant, FEBRUARY))
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'update'",
      [old.id],
    )
    await callers.superadmin.client.rpc('undo_change', { entry: String(entry?.id), tenant })
    expect([
      (await storedRow('subscriptions', old.id))?.ends_on,
      (await storedRow('subscriptions', String(next)))?.ends_on,
    ]).toEqual(ends)
    const due = await query<{ amount: string }>(
      "select amount::text from private.due_lines($1, $2, null) where kind = 'recurring' and cycle_start = $2",
      [tenant, MARCH],
    )
    expect(due.map(({ amount }) => amount)).toEqual(charged)
  })

  /** Ends a subscription with January, and returns the id of the one that continues it at another price. */
  async function continueFromFebruary({ id, tenant_id }: Awaited<ReturnType<typeof subscribe>>) {
    const { data } = await callers.admin.client
      .rpc('change_subscription', {
        tenant: tenant_id,
        subscription: id,
        from_day: FEBRUARY,
        quantity: 1,
        unit_price: 20,
      })
      .throwOnError()
    return data
  }

  test('ends the subscription for as long as the new one continues it', async () => {
    const old = await subscribe({ starts_on: JANUARY })
    const next = await continueFromFebruary(old)
    const end = (ends_on: string | null, version: number) =>
      callers.admin.client.from('subscriptions').update({ ends_on, version }).eq('id', old.id)
    for (const later of [null, FEBRUARY]) {
      expect(await end(later, 3)).toMatchObject({ error: { code: '23514' } })
    }
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-01-31' })
    // Nor after a gap.
    await end('2026-01-20', 3).throwOnError()
    expect(await end(null, 4)).toMatchObject({ error: { code: '23514' } })
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-01-20' })
    // What another tenant pays from that day does not continue it.
    const { series_id } = (await storedRow('subscriptions', old.id)) as { series_id: string }
    await subscribe({ series_id, starts_on: FEBRUARY })
    await callers.admin.client.from('subscriptions').delete().eq('id', String(next)).throwOnError()
    expect((await end(null, 4)).error).toBeNull()
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: null })
  })

  test('does not start before the earlier one ends, nor come back beside it', async () => {
    const old = await subscribe({ starts_on: JANUARY })
    const { client } = callers.admin
    const next = await continueFromFebruary(old)
    const start = (starts_on: string) =>
      client.from('subscriptions').update({ starts_on, version: 2 }).eq('id', String(next))
    expect((await start('2026-01-31')).error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('by another subscription, until 2026-01-31'),
    })
    await client.from('subscriptions').delete().eq('id', String(next)).throwOnError()
    await client.from('subscriptions').update({ ends_on: null, version: 3 }).eq('id', old.id).throwOnError()
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'delete'",
      [next],
    )
    const back = () => callers.superadmin.client.rpc('undo_change', { entry: String(entry?.id) })
    expect(await back()).toMatchObject({ error: { code: '23514' } })
    expect(await storedRow('subscriptions', String(next))).toBeUndefined()
    const ended = client.from('subscriptions').update({ ends_on: '2026-01-31', version: 4 })
    await ended.eq('id', old.id).throwOnError()
    expect((await back()).error).toBeNull()
    expect(await storedRow('subscriptions', String(next))).toMatchObject({ starts_on: FEBRUARY })
  })

  test('stays when the new subscription was changed since, so that it is not charged twice', async () => {
    const old = await subscribe({ starts_on: JANUARY })
    const next = await continueFromFebruary(old)
    await query('update public.subscriptions set quantity = 2 where id = $1', [next])
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'update'",
      [old.id],
    )
    const undone = await callers.superadmin.client.rpc('undo_change', { entry: String(entry?.id) })
    expect(undone).toMatchObject({ error: { code: '23514' } })
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-01-31' })
    expect(await storedRow('subscriptions', String(next))).toMatchObject({ quantity: 2 })
  })

  test('does not let the earlier one go on beside the new one, whatever that is called by then', async () => {
    const old = await subscribe({ starts_on: JANUARY, description: 'Seats' })
    const next = await continueFromFebruary(old)
    const { client } = callers.admin
    await client
      .from('subscriptions')
      .update({ description: 'Seats 2027', version: 2 })
      .eq('id', String(next))
      .throwOnError()
    const goOn = () => client.from('subscriptions').update({ ends_on: null, version: 3 }).eq('id', old.id)
    expect((await goOn()).error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('Another subscription continues this one from 2026-02-01'),
    })
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-01-31' })
    await client.from('subscriptions').delete().eq('id', String(next)).throwOnError()
    // The same service, sold to the tenant once more, continues nothing.
    await subscribe({
      tenant_id: old.tenant_id,
      service_id: old.service_id,
      description: 'Seats',
      starts_on: MARCH,
    })
    expect((await goOn()).error).toBeNull()
  })

  test('and a billing run of the tenant wait for each other without a deadlock', async () => {
    const tenant = await tenantId()
    const old = await subscribe({ tenant_id: tenant, unit_price: 10 })
    await withDatabase(async (running) => {
      const backend = await running.query('select pg_backend_pid() as pid')
      await running.query('begin')
      await running.query('select private.lock_billing($1)', [tenant])
      const changed = callers.admin.client.rpc('change_subscription', {
        tenant,
        subscription: old.id,
        from_day: FEBRUARY,
        quantity: 1,
        unit_price: 20,
      })
      const answer = Promise.resolve(changed)
      const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
      await vi.waitUntil(async () => (await query(waiting, [backend.rows[0].pid])).length > 0)
      await running.query('select public.run_billing_cycle($1, $2)', [tenant, JANUARY])
      await running.query('commit')
      expect((await answer).error).toBeNull()
    })
    expect(await storedRow('subscriptions', old.id)).toMatchObject({ ends_on: '2026-01-31' })
  })
})

describe('usage', () => {
  const rate = { cost_per_minute: 0.02, first_increment: 30, next_increment: 6 }

  test("covers answered outbound calls of the previous month in the tenant's time zone", async () => {
    const tenant = await tenantId()
    await giveRates(tenant, [{ prefix: '1', ...rate }])
    const to_number = '+12075550100'
    // Midnight in New York is 05:00 UTC in winter.
    await call(tenant, { to_number, start_at: '2026-01-01T04:59:59Z' })
    await call(tenant, { to_number, start_at: '2026-01-01T05:00:00Z' })
    await call(tenant, { to_number, start_at: '2026-02-01T04:59:59Z', talk_seconds: 90 })
    await call(tenant, { to_number, start_at: '2026-02-01T05:00:00Z' })
    await call(tenant, { to_number, direction: 'inbound' })
    await call(tenant, { to_number, direction: 'local' })
    await call(tenant, { to_number, status: 'missed', answer_at: null, talk_seconds: 0 })
    await call(tenant, { to_number: '+442079460000' })
    await call(await tenantId(), { to_number })
    expect(await lines(await run(tenant, FEBRUARY))).toMatchObject([
      {
        kind: 'usage',
        description: 'Calls to +1',
        service_from: JANUARY,
        service_to: '2026-01-31',
        amount: '0.05',
      },
    ])
    const { data } = await callers.admin.client.rpc('tenant_usage', { tenant, month: JANUARY })
    expect(data).toEqual([
      { prefix: '1', description: '', calls: 2, talk_seconds: 150, billed_seconds: 150, cost: 0.05 },
      { prefix: null, description: null, calls: 1, talk_seconds: 60, billed_seconds: 0, cost: null },
    ])
  })

  test('covers each answered leg to the outside, for as long as it lasts, whoever called', async () => {
    const tenant = await tenantId()
    await giveRates(tenant, [{ prefix: '1', ...rate }])
    const to_number = '+12075550100'
    const leg = async (call_id: string, given: Given<'cdr_legs'>) =>
      insertRow('cdr_legs', {
        ...(await newCallLeg({ tenant_id: tenant, start_at: '2026-01-10T15:00:00Z' })),
        ...{ call_id, outside_number: to_number, ...given },
      })
    // A phone calls out for a second and transfers whom it has called to another number.
    const transferred = await leg(await call(tenant, { to_number, talk_seconds: 1 }), { talk_seconds: 90 })
    await leg(transferred.id, { talk_seconds: 30 })
    // An inbound call rings an extension and is forwarded.
    const forwarded = await call(tenant, { direction: 'inbound', to_number })
    await leg(forwarded, { outside_number: null })
    await leg(forwarded, { talk_seconds: 60 })
    // Only the switch answered, to ask for a PIN.
    await leg(await call(tenant, { to_number, talk_seconds: 10 }), { talk_seconds: null })
    await leg(await call(tenant, { to_number }), { start_at: '2026-02-01T05:00:00Z', talk_seconds: 60 })
    const { data } = await callers.admin.client.rpc('tenant_usage', { tenant, month: JANUARY })
    expect(data).toEqual([
      { prefix: '1', description: '', calls: 3, talk_seconds: 180, billed_seconds: 180, cost: 0.06 },
    ])
  })

  test('leaves out a call that was led to the outside and reached no gateway', async () => {
    const tenant = await tenantId()
    await giveRates(tenant, [{ prefix: '', ...rate }])
    const path = [{ at: '2026-01-10T15:00:00Z', why: 'internal', text: 'Extension 102' }]
    // Two extensions talk, then one transfers the other to an outside number whose gateway is down.
    await call(tenant, { to_number: '102', talk_seconds: 300, path })
    const { data } = await callers.admin.client.rpc('tenant_usage', { tenant, month: JANUARY })
    expect(data).toEqual([])
    expect(await run(tenant, FEBRUARY)).toBeNull()
    // A switch with a dialplan of its own reports neither path nor legs.
    await call(tenant, { to_number: '102', talk_seconds: 300 })
    expect((await loadUsage(callers.admin.client, tenant, JANUARY)).map(({ calls }) => calls)).toEqual([1])
  })

  test('leaves out emergency calls, which nobody is charged for', async () => {
    const tenant = await tenantId()
    await giveRates(
      tenant,
      ['', '91', '93', '98'].map((prefix) => ({ prefix, ...rate })),
    )
    for (const to_number of ['911', '933', '988']) {
      await call(tenant, { to_number })
      const made = await call(tenant, { to_number })
      await insertRow('cdr_legs', {
        ...(await newCallLeg({ tenant_id: tenant, start_at: '2026-01-10T15:00:00Z' })),
        ...{ call_id: made, outside_number: to_number, talk_seconds: 60 },
      })
    }
    expect(await run(tenant, FEBRUARY)).toBeNull()
    const { data } = await callers.admin.client.rpc('tenant_usage', { tenant, month: JANUARY })
    expect(data).toEqual([])
  })

  test('tells how many of a month’s calls its issued invoice charges, so that calls that arrive later are noticed', async () => {
    const tenant = await tenantId()
    await giveRates(tenant, [
      { prefix: '1', ...rate },
      { prefix: '44', ...rate },
    ])
    await call(tenant, { to_number: '+12075550100' })
    await call(tenant, { to_number: '+442079460000' })
    const february = await run(tenant, FEBRUARY)
    const { client } = callers.admin
    expect(await loadCallsInvoice(client, tenant, JANUARY)).toEqual({
      number: null,
      calls: 2,
      amount: 0.04,
    })
    await issue(tenant, february)
    await call(tenant, { to_number: '+12075550100' })
    expect(await loadCallsInvoice(client, tenant, JANUARY)).toEqual({
      number: expect.stringMatching(/^\d{4}-\d+$/),
      calls: 2,
      amount: 0.04,
    })
    const used = await loadUsage(client, tenant, JANUARY)
    expect(used.map(({ prefix, calls }) => [prefix, calls])).toEqual([
      ['1', 2],
      ['44', 1],
    ])
    const reason = 'Calls arrived late'
    await client.rpc('void_invoice', { tenant, invoice: String(february), reason }).throwOnError()
    expect(await loadCallsInvoice(client, tenant, JANUARY)).toBeNull()
    expect(await loadCallsInvoice(callers.tech.client, tenant, JANUARY)).toBeNull()
  })

  test('is shown in the cents that the invoice charges for each rate', async () => {
    const tenant = await tenantId()
    const prefixes = ['1', '44', '49']
    await giveRates(
      tenant,
      prefixes.map((prefix) => ({ prefix, cost_per_minute: 0.3349 })),
    )
    for (const to_number of ['+12075550100', '+442079460000', '+4930901820'])
      await call(tenant, { to_number, talk_seconds: 60 })
    await run(tenant, FEBRUARY)
    const { client } = callers.admin
    const charged = (await loadCallsInvoice(client, tenant, JANUARY))?.amount
    expect([charged, usageCharge(await loadUsage(client, tenant, JANUARY))]).toEqual([0.99, 0.99])
  })

  test('of a void invoice is on the next draft of its month and on no other', async () => {
    const tenant = await tenantId()
    await giveRates(tenant, [{ prefix: '1', ...rate }])
    await call(tenant, { to_number: '+12075550100' })
    const february = await run(tenant, FEBRUARY)
    await issue(tenant, february)
    const reason = 'Wrong address'
    await callers.admin.client
      .rpc('void_invoice', { tenant, invoice: String(february), reason })
      .throwOnError()
    expect(await run(tenant, MARCH)).toBeNull()
    expect(await amounts(await run(tenant, FEBRUARY))).toEqual(['0.02'])
    expect(await run(tenant, MARCH)).toBeNull()
  })

  test.each([
    { from: EAST, to: WEST, charged: ['1', '2'] },
    { from: WEST, to: EAST, charged: ['2', '1'] },
  ])(
    'charges each call once when the tenant moves from $from to $to between two invoices',
    async ({ from, to, charged }) => {
      const { id: tenant } = await insertRow('tenants', await newTenant({ time_zone: from }))
      await giveRates(tenant, [{ prefix: '1', ...rate }])
      // Before midnight, between the two midnights, and after both.
      for (const start_at of ['2026-02-01T04:30:00Z', '2026-02-01T06:30:00Z', '2026-02-01T08:30:00Z']) {
        await call(tenant, { to_number: '+12075550100', start_at })
      }
      const calls = (invoice: string | null) =>
        query<{ quantity: string }>(
          'select trim_scale(quantity)::text as quantity from public.invoice_lines where invoice_id = $1',
          [invoice],
        )
      const february = await run(tenant, FEBRUARY)
      await issue(tenant, february)
      await query('update public.tenants set time_zone = $2 where id = $1', [tenant, to])
      const march = await run(tenant, MARCH)
      expect([...(await calls(february)), ...(await calls(march))].map(({ quantity }) => quantity)).toEqual(
        charged,
      )
      const { client } = callers.admin
      const used = await loadUsage(client, tenant, JANUARY)
      expect(String(used[0]?.calls)).toBe(charged[0])
      expect(await loadCallsInvoice(client, tenant, JANUARY)).toMatchObject({ calls: used[0]?.calls })
    },
  )

  test.each([
    { change: 'after both midnights', from: EAST, to: WEST, at: '09:00', begins: '05:00' },
    { change: 'between the midnights', from: EAST, to: WEST, at: '06:00', begins: '05:00' },
    { change: 'before both midnights', from: EAST, to: WEST, at: '04:00', begins: '08:00' },
    { change: 'to a zone where midnight is over', from: WEST, to: EAST, at: '06:00', begins: '06:00' },
  ])('of a month begins once if the time zone changes $change', async ({ from, to, at, begins }) => {
    const { id: tenant } = await insertRow('tenants', await newTenant({ time_zone: from }))
    await query('update public.tenants set time_zone = $2 where id = $1', [tenant, to])
    await query('update private.past_time_zones set until = $2 where tenant_id = $1', [
      tenant,
      `${FEBRUARY}T${at}:00Z`,
    ])
    expect(await query('select private.start_of_month($1, $2) as start', [tenant, FEBRUARY])).toEqual([
      { start: new Date(`${FEBRUARY}T${begins}:00Z`) },
    ])
  })

  test('stays with its invoice when the company moves to another time zone', async () => {
    const tenant = await tenantId()
    await giveRates(tenant, [{ prefix: '1', ...rate }])
    // Before and after midnight where the tenant is.
    for (const start_at of ['2026-02-01T04:59:59Z', '2026-02-01T05:00:00Z'])
      await call(tenant, { to_number: '+12075550100', start_at })
    const charged = await rolledBack(async (database) => {
      const calls = async (period: string) =>
        (
          await database.query<{ quantity: string }>(
            "select quantity::int from private.due_lines($1, $2, null) where kind = 'usage'",
            [tenant, period],
          )
        ).rows
      const both = async () => [await calls(FEBRUARY), await calls(MARCH)]
      await moveCompany(database, 'Pacific/Kiritimati')
      const before = await both()
      await moveCompany(database, 'Etc/GMT+12')
      return [before, await both()]
    })
    expect(charged).toEqual([
      [[{ quantity: 1 }], [{ quantity: 1 }]],
      [[{ quantity: 1 }], [{ quantity: 1 }]],
    ])
  })

  test('costs nothing without a rate plan, and is hidden from techs', async () => {
    const tenant = await tenantId()
    await call(tenant, { to_number: '+12075550100' })
    expect(await run(tenant, FEBRUARY)).toBeNull()
    expect((await callers.tech.client.rpc('tenant_usage', { tenant, month: JANUARY })).error?.code).toBe(
      '42501',
    )
  })

  test('is rated by the longest prefix and its increments for any calls and rates', async () => {
    const anyRate = fc.record({
      connect_fee: fc.integer({ min: 0, max: 9999 }).map((n) => n / 10_000),
      included_seconds: fc.integer({ min: 0, max: 60 }),
      cost_per_minute: fc.integer({ min: 0, max: 30_000 }).map((n) => n / 10_000),
      first_increment: fc.integer({ min: 1, max: 90 }),
      next_increment: fc.integer({ min: 1, max: 90 }),
    })
    const number = fc.constantFrom(
      '+12075550100',
      '2075550101',
      '12125550100',
      '+447911123456',
      '0114420794600',
      '+4930901820',
      '911',
      '988',
      '411',
      '4479111',
      '*98',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom('', '1', '1207', '44', '4479', '49'), { minLength: 1 }),
        fc.array(anyRate, { minLength: 6, maxLength: 6 }),
        fc.array(fc.tuple(number, fc.option(fc.integer({ min: 0, max: 4000 }), { freq: 5 })), {
          minLength: 1,
          maxLength: 15,
        }),
        async (prefixes, prices, calls) => {
          const tenant = await tenantId()
          const rates = prefixes.map((prefix, n) => ({ prefix, ...prices[n] })) as Rate[]
          await giveRates(tenant, rates as Given<'rate_plan_rates'>[])
          for (const [to_number, talk] of calls) {
            const answered =
              talk === null ? { answer_at: null, status: 'missed', talk_seconds: 0 } : { talk_seconds: talk }
            await call(tenant, { to_number, ...answered })
          }
          const { data } = await callers.admin.client.rpc('tenant_usage', { tenant, month: JANUARY })
          const expected = rateCalls(
            calls.map(([to, talkSeconds]) => ({ to, talkSeconds })),
            rates,
          )
          expect(
            new Map(
              data?.map((row) => [row.prefix ?? undefined, [row.calls, row.billed_seconds, row.cost ?? 0]]),
            ),
          ).toEqual(
            new Map(
              [...expected].map(([prefix, { calls, billedSeconds, cost }]) => [
                prefix,
                [calls, billedSeconds, Number(cost) / 10_000],
              ]),
            ),
          )
        },
      ),
      { numRuns: 25 },
    )
  })
})

test('of more than 500 subscriptions, those are listed that have not ended, by their start', async () => {
  const tenant = await tenantId()
  const first = { tenant_id: tenant, starts_on: JANUARY, ends_on: '2026-01-31' }
  const { id, service_id } = await subscribe(first)
  await query(
    `insert into public.subscriptions (tenant_id, service_id, unit_price, starts_on, ends_on)
     select $1, $2, 10, '2026-02-01', '2026-02-28' from generate_series(1, 500)`,
    [tenant, service_id],
  )
  const running = await subscribe({ tenant_id: tenant, service_id, starts_on: MARCH })
  const listed = (await listSubscriptions(callers.admin.client, tenant)).map((row) => row.id)
  expect(listed).toHaveLength(500)
  expect(listed.at(-1)).toBe(running.id)
  expect(listed).not.toContain(id)
})

test('the overview adds up the account', async () => {
  const tenant = await tenantId()
  await subscribe({ tenant_id: tenant, unit_price: 120, cycle: 'yearly' })
  await subscribe({ tenant_id: tenant, unit_price: 5, quantity: 2 })
  const drafted = await run(tenant, JANUARY)
  const before = await callers.admin.client.rpc('billing_overview', { tenant })
  expect(before.data).toMatchObject({ currency_fixed: false })
  await issue(tenant, drafted)
  await callers.admin.client
    .from('payments')
    .insert({ tenant_id: tenant, amount: 30, method: 'ach' })
    .throwOnError()
  const { data } = await callers.admin.client.rpc('billing_overview', { tenant })
  expect(data).toMatchObject({
    currency: 'USD',
    currency_fixed: true,
    terms_days: null,
    customer_terms_days: null,
    balance: 100,
    open_invoices: 1,
    recurring: 20,
    draft: null,
  })
  const months = (data as { months: { month: string }[] }).months
  expect(months).toHaveLength(12)
  expect(lengthOf({ from: String(months[0]?.month), until: String(months[11]?.month) })).toBeGreaterThan(330)
  const hidden = await callers.tech.client.rpc('billing_overview', { tenant })
  expect(hidden.data).toMatchObject({ balance: 0, open_invoices: 0, recurring: 0 })
})
