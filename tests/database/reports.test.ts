import { describe, expect, test } from 'vitest'
import { dayAfter } from '@/lib/dates/day'
import { MAX_SPAN_DAYS } from '@/lib/dates/span'
import { MOST_BEHIND } from '@/lib/supabase/constraints'
import { newMember } from '../support/clients'
import { become, becomeOwner, clusterOwnerUrl, inSnapshot, query } from '../support/database'
import { ADMIN, SUPERADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import {
  insertIssuedInvoice,
  newBillingAccount,
  newRatePlan,
  newRatePlanRate,
  newSubscription,
} from '../support/factories/billing'
import { newCall, newCallLeg } from '../support/factories/cdr'
import { insertTenant } from '../support/factories/companies'
import { type Given, insertRow, newId, unique } from '../support/factories/row'
import { memberWith } from '../support/members'

interface Totals {
  calls: number
  answered: number
  talk_seconds: number
}

interface CallReport {
  totals: Totals
  tenants: (Totals & { id: string })[]
  days: Totals[]
  hours: { hour: number; calls: number }[]
}

describe('the call report', () => {
  test("matches a direct count of the calls in each tenant's time zone", async () => {
    const { report, busiest, counted } = await inSnapshot(async (client) => {
      // Concurrent tests store calls without the counting function, in tenants created today.
      const { rows: direct } = await client.query<{
        id: string
        calls: string
        answered: string
        talk: string
      }>(
        `select t.id, count(*) as calls, count(*) filter (where c.status = 'answered') as answered,
           coalesce(sum(c.talk_seconds), 0) as talk
         from public.cdr c join public.tenants t on t.id = c.tenant_id
         where (c.start_at at time zone t.time_zone)::date between current_date - 9 and current_date - 2
           and t.created_at < current_date - 9
         group by t.id`,
      )
      await become(client, ADMIN)
      const { rows } = await client.query<{ report: CallReport }>(
        'select public.report_calls(current_date - 9, current_date - 2) as report',
      )
      const report = rows[0]?.report as CallReport
      const [first] = report.hours.toSorted((one, other) => other.calls - one.calls)
      const { rows: behind } = await client.query<{ at: { id: string; calls: number }[] }>(
        'select public.report_hour($1, current_date - 9, current_date - 2) as at',
        [first?.hour],
      )
      const named = behind[0]?.at ?? []
      const { rows: listed } = await client.query<{ calls: number }>(
        `select public.cdr_count(id, current_date - 9, current_date - 2, jsonb_build_object('hour', $2::int)) as calls
         from unnest($1::uuid[]) with ordinality t (id, place) order by place`,
        [named.map(({ id }) => id), first?.hour],
      )
      return { report, busiest: { calls: first?.calls, named, listed }, counted: direct }
    })
    const { totals, tenants, days, hours } = report
    expect(counted.length).toBeGreaterThan(10)
    for (const { id, calls, answered, talk } of counted) {
      const reported = tenants.find((tenant) => tenant.id === id)
      expect([reported?.calls, reported?.answered, reported?.talk_seconds]).toEqual(
        [calls, answered, talk].map(Number),
      )
    }
    for (const parts of [tenants, days, hours])
      expect(parts.reduce((sum, part) => sum + part.calls, 0)).toBe(totals.calls)
    // An hour links to its tenants, and each tenant to a list with the same number of calls.
    expect(busiest.named.length).toBeGreaterThan(1)
    expect(busiest.named.reduce((sum, { calls }) => sum + calls, 0)).toBe(busiest.calls)
    expect(busiest.listed).toEqual(busiest.named.map(({ calls }) => ({ calls })))
  })

  test("counts a call on the tenant's local day, to the second, in any time zone", async () => {
    const { client } = await newMember('admin')
    const NOON_UTC = '2026-03-08T12:00:00Z'
    const zones = [
      'Asia/Kolkata',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'America/St_Johns',
      'America/New_York',
    ]
    for (const time_zone of zones) {
      const { tenant } = await insertTenant(`Zoned ${unique()}`, { time_zone: 'UTC' })
      // The spring change of 2026 in North America is on this day.
      const [edges] = await query<{ first: string; last: string }>(
        `select (timestamp '2026-03-08' at time zone $1)::text as first,
           (timestamp '2026-03-09' at time zone $1)::text as last`,
        [time_zone],
      )
      const first = Date.parse(String(edges?.first))
      const last = Date.parse(String(edges?.last))
      const moments = [
        first - 1000,
        first,
        first + 1000,
        Date.parse(NOON_UTC),
        last - 1000,
        last,
        last + 1000,
      ]
      const records = moments.map((start, pos) => ({
        pos,
        id: newId(),
        tenant: tenant.id,
        call_uuid: newId(),
        hash: newId(),
        domains: [],
        dialed: [],
        extensions: [],
        start_at: new Date(start).toISOString(),
        end_at: new Date(start + 5000).toISOString(),
        ring_seconds: 1,
        talk_seconds: 4,
        duration: 5,
        direction: 'outbound',
        status: 'answered',
        from_number: '1001',
        from_name: '',
        to_number: '+12075550100',
        hangup_cause: 'NORMAL_CLEARING',
        raw: {},
      }))
      await query('select public.ingest_cdr($1)', [{ records, rejects: [] }])
      // Counts in another time zone are recounted.
      await query('update public.tenants set time_zone = $2 where id = $1', [tenant.id, time_zone])
      const own = async (day: string) => {
        const { data } = await client.rpc('report_calls', { from_day: day, until_day: day })
        const { tenants } = data as unknown as { tenants: (Totals & { id: string })[] }
        return tenants.find(({ id }) => id === tenant.id)?.calls ?? 0
      }
      const noonIsThatDay = Date.parse(NOON_UTC) >= first && Date.parse(NOON_UTC) < last
      const counted = [await own('2026-03-07'), await own('2026-03-08'), await own('2026-03-09')]
      const direct = await query<{ calls: string }>(
        `select count(c.id) as calls from unnest(array['2026-03-07', '2026-03-08', '2026-03-09']::date[]) d
         left join public.cdr c on c.tenant_id = $1 and (c.start_at at time zone $2)::date = d
         group by d order by d`,
        [tenant.id, time_zone],
      )
      expect(counted, time_zone).toEqual(direct.map(({ calls }) => Number(calls)))
      expect(counted[1], time_zone).toBe(noonIsThatDay ? 4 : 3)
    }
  })

  test("without dates covers today in each tenant's time zone, as the dashboard does", async () => {
    const { client } = await newMember('admin')
    const { tenant } = await insertTenant(`Today ${unique()}`, { time_zone: 'Pacific/Kiritimati' })
    const [day] = await query<{ day: string }>(
      "select (now() at time zone 'Pacific/Kiritimati')::date::text as day",
    )
    const own = { tenant_id: tenant.id, calls: 17 }
    await insertRow('cdr_daily', await FACTORIES.cdr_daily({ ...own, day: day?.day }))
    await insertRow('cdr_daily', await FACTORIES.cdr_daily({ ...own, day: '2026-01-02' }))
    const { data } = await client.rpc('report_calls')
    const { tenants } = data as unknown as { tenants: (Totals & { id: string })[] }
    expect(tenants.find(({ id }) => id === tenant.id)?.calls).toBe(17)
    expect((await client.rpc('report_calls', { from_day: '2026-01-01' })).error?.code).toBe('22023')
  })

  test.each(['tech', 'disabled'])('is denied to the %s', async (role) => {
    const { client } = await newMember(
      role === 'disabled' ? (await insertRow('roles', await FACTORIES.roles())).name : role,
    )
    for (const report of ['report_calls', 'report_business'] as const) {
      const { error } = await client.rpc(report, { from_day: '2026-01-01', until_day: '2026-01-31' })
      expect(error?.code).toBe('42501')
    }
  })

  test('covers no more days than can be chosen', async () => {
    const { client } = await newMember('admin')
    const codeFor = async (days: number) => {
      const until_day = dayAfter('2025-01-01', days - 1)
      return (await client.rpc('report_calls', { from_day: '2025-01-01', until_day })).error?.code
    }
    expect(await codeFor(MAX_SPAN_DAYS)).toBeUndefined()
    expect(await codeFor(MAX_SPAN_DAYS + 1)).toBe('22023')
  })
})

describe('the business report', () => {
  test('matches a direct count, by currency and by port order state', async () => {
    await inSnapshot(async (client) => {
      const { rows: revenue } = await client.query(
        `select to_char(issued_on, 'YYYY-MM') as month, currency, count(*)::int as invoices, sum(total)::float as invoiced
         from public.invoices where status in ('issued', 'paid') and issued_on between '2025-01-01' and '2026-01-05'
         group by 1, 2 order by 1, 2`,
      )
      const { rows: ports } = await client.query(
        `select state, count(*)::int as orders from public.port_orders
         where state not in ('ported', 'cancelled') group by 1 order by 1`,
      )
      await become(client, ADMIN)
      const { rows } = await client.query<{ report: Record<string, { state: string }[]> }>(
        "select public.report_business('2025-01-01', '2026-01-05') as report",
      )
      const report = rows[0]?.report
      expect(report?.revenue).toEqual(revenue.map((row) => expect.objectContaining(row)))
      const told = report?.ports?.toSorted((one, other) => (one.state < other.state ? -1 : 1))
      expect(told).toEqual(ports.map((row) => expect.objectContaining(row)))
    })
  })

  test('shows revenue by customer, recurring revenue and receivables by age, with their invoices', async () => {
    const { tenant, company } = await insertTenant(`Billed ${unique()}`)
    const invoices = [
      { period_start: '2026-01-01', amount: 100, late: 45 },
      { period_start: '2026-02-01', amount: 50.5, late: -10 },
    ]
    const issued: { id: unknown; late: number }[] = []
    for (const { period_start, amount, late } of invoices) {
      const { id } = await insertIssuedInvoice({ tenant_id: tenant.id, period_start }, amount)
      issued.push({ id, late })
    }
    const service = await insertRow('services', await FACTORIES.services())
    await query(
      `insert into public.subscriptions (tenant_id, service_id, quantity, unit_price, cycle, starts_on)
       values ($1, $2, 2, 30, 'quarterly', '2026-01-01'), ($1, $2, 1, 5, 'monthly', '2026-01-01')`,
      [tenant.id, service.id],
    )
    const yearly = await insertRow('services', await FACTORIES.services())
    await query(
      `insert into public.subscriptions (tenant_id, service_id, quantity, unit_price, cycle, starts_on)
       select $1, $2, 1, 100, 'yearly', '2026-01-01' from generate_series(1, 3)`,
      [tenant.id, yearly.id],
    )
    await inSnapshot(async (client) => {
      // An issued invoice's due date cannot be changed, and a test cannot wait for it.
      await becomeOwner(client)
      await client.query("set local session_replication_role = 'replica'")
      for (const { id, late } of issued) {
        const due = 'update public.invoices set due_on = private.business_today() - $2::int where id = $1'
        await client.query(due, [id, late])
      }
      await become(client, ADMIN)
      const answer = async (asked: string) =>
        (await client.query<{ answer: unknown }>(`select ${asked} as answer`)).rows[0]?.answer
      const report = (await answer(
        'public.report_business(private.business_today() - 1, private.business_today())',
      )) as Record<string, { id: string; service: string }[]>
      const own = (part: string) => report[part]?.find(({ id }) => id === tenant.id)
      expect(own('customers')).toMatchObject({ name: company.name, invoices: 2, invoiced: 150.5, paid: 0 })
      expect(own('aging')).toMatchObject({ owed: 150.5, not_due: 50.5, to_30: 0, to_60: 100, over_90: 0 })
      expect(report.recurring?.find((row) => row.service === service.name)).toMatchObject({
        quantity: 3,
        tenants: 1,
        monthly: 25,
      })
      // As many cents as its dialog adds up: 8.33 three times.
      expect(report.recurring?.find((row) => row.service === yearly.name)).toMatchObject({ monthly: 24.99 })
      expect(
        await answer(`public.report_subscriptions(private.business_today(), '${service.name}', 'USD')`),
      ).toMatchObject([
        { name: company.name, quantity: 2, cycle: 'quarterly', monthly: 20 },
        { name: company.name, quantity: 1, cycle: 'monthly', monthly: 5 },
      ])
      expect(await answer(`public.report_subscriptions('2025-12-31', '${service.name}', 'USD')`)).toEqual([])
      const behind = (days: string, owed: boolean) =>
        answer(`public.report_invoices(${days}, '${tenant.id}', ${owed})`)
      expect(await behind('private.business_today() - 1, private.business_today()', false)).toMatchObject([
        { name: company.name },
        { name: company.name },
      ])
      expect(await behind("'2020-01-01', '2020-01-31'", false)).toEqual([])
      expect(await behind("'2020-01-01', '2020-01-31'", true)).toHaveLength(2)
      const owedFor = (age: string) =>
        answer(
          `public.report_invoices(private.business_today(), private.business_today(), '${tenant.id}', true, null, '${age}')`,
        )
      expect(await owedFor('to_60')).toMatchObject([{ id: issued[0]?.id, open: 100 }])
      expect(await owedFor('not_due')).toMatchObject([{ id: issued[1]?.id, open: 50.5 }])
      expect(await owedFor('to_30')).toEqual([])
      const chargedIn = (currency: string) =>
        answer(
          `public.report_invoices('2020-01-01', '2020-01-31', '${tenant.id}', true, charged_in => '${currency}')`,
        )
      expect(await chargedIn('USD')).toHaveLength(2)
      expect(await chargedIn('CAD')).toEqual([])
    }, clusterOwnerUrl())
    const { client: tech } = await newMember('tech')
    const asked = { from_day: '2026-01-01', until_day: '2026-01-31' }
    expect((await tech.rpc('report_invoices', asked)).error?.code).toBe('42501')
    const sold = { on_day: '2026-01-31', service: String(service.name), currency: 'USD' }
    expect((await tech.rpc('report_subscriptions', sold)).error?.code).toBe('42501')
  })

  test('lists as many records behind a figure as its dialog shows, and one more to tell that there are more', async () => {
    const { tenant } = await insertTenant(`Billed ${unique()}`)
    const service = await insertRow('services', await FACTORIES.services())
    await inSnapshot(async (client) => {
      await becomeOwner(client)
      // Without triggers: issuing so many would take minutes.
      await client.query("set local session_replication_role = 'replica'")
      await client.query(
        `insert into public.invoices (tenant_id, period_start, status, number, issued_on, due_on)
         select $1, date '2000-01-01' + make_interval(months => n), 'issued', 'M-' || n, private.business_today(), private.business_today()
         from generate_series(0, $2 + 1) n`,
        [tenant.id, MOST_BEHIND],
      )
      await client.query(
        `insert into public.subscriptions (tenant_id, service_id, unit_price, starts_on)
         select $1, $2, 1, '2026-01-01' from generate_series(0, $3 + 1)`,
        [tenant.id, service.id, MOST_BEHIND],
      )
      await become(client, ADMIN)
      const { rows } = await client.query(
        `select jsonb_array_length(public.report_invoices(private.business_today(), private.business_today(), $1)) as invoices,
           jsonb_array_length(public.report_subscriptions(private.business_today(), $2, 'USD')) as subscriptions`,
        [tenant.id, service.name],
      )
      expect(rows).toEqual([{ invoices: MOST_BEHIND + 1, subscriptions: MOST_BEHIND + 1 }])
    }, clusterOwnerUrl())
  })

  test('counts the same records per stage and state as the list it links to', async () => {
    const opportunity = await FACTORIES.opportunities()
    // Clocks where the company is go forward on the first of these days, and back on the second.
    const days = ['2026-03-08', '2026-11-01'].map((from) => ({ from, to: dayAfter(from, 1) }))
    await inSnapshot(async (client) => {
      const answer = async (asked: string, given: unknown[] = []) =>
        (await client.query<{ answer: unknown }>(`select ${asked} as answer`, given)).rows[0]?.answer
      const beginning = async (day: string) =>
        String(await answer('private.business_midnight($1)::text', [day]))
      for (const { from, to } of days) {
        const last = await answer("(private.business_midnight($1) - interval '1 ms')::text", [to])
        for (const closed_at of [await beginning(from), String(last), await beginning(to)]) {
          const won = { ...opportunity, id: newId(), status: 'won', closed_at }
          await insertRow('opportunities', won, client)
        }
      }
      await become(client, SUPERADMIN)
      const listed = async (table: string, filters: object) =>
        Number(await answer('public.record_count($1, null, null, $2)', [table, filters]))
      for (const within of days) {
        const report = (await answer('public.report_business($1, $1)', [within.from])) as {
          pipeline: { stage: string; count: number }[]
          ports: { state: string; orders: number }[]
        }
        expect(report.pipeline.find(({ stage }) => stage === 'won')?.count).toBeGreaterThan(1)
        for (const { stage, count } of report.pipeline) {
          const closed = ['won', 'lost'].includes(stage) ? { closed_at: within } : null
          expect(await listed('opportunities', { status: stage, ...closed }), stage).toBe(count)
        }
        for (const { state, orders } of report.ports) {
          const closed = ['ported', 'cancelled'].includes(state) ? { closed_at: within } : null
          expect(await listed('port_orders', { state, ...closed }), state).toBe(orders)
        }
      }
      const length = '(private.business_midnight($1::date + 1) - private.business_midnight($1))::text'
      expect(await Promise.all(days.map(({ from }) => answer(length, [from])))).toEqual([
        '23:00:00',
        '1 day 01:00:00',
      ])
    })
  })

  test('compares seats as they are today, like the licensing page, whatever its last day', async () => {
    const { tenant } = await insertTenant(`Seats ${unique()}`, { extension_limit: 5 })
    const service = await insertRow('services', await FACTORIES.services({ seat_product: 'extension' }))
    const [today] = await query<{ day: string }>('select private.business_today()::text as day')
    await query(
      `insert into public.subscriptions (tenant_id, service_id, quantity, unit_price, starts_on)
       values ($1, $2, 3, 5, private.business_today())`,
      [tenant.id, service.id],
    )
    await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant.id, status: 'assigned', fax: true }))
    const { client } = await newMember('admin')
    const { data } = await client.rpc('report_business', {
      from_day: '2026-01-01',
      until_day: dayAfter(String(today?.day), -30),
    })
    const { seats } = data as unknown as { seats: { id: string; product: string }[] }
    const { data: licensing } = await client.rpc('tenant_seats', { tenant: tenant.id })
    const figures = [
      { product: 'extension', purchased: 5, assigned: 0, billed: 3 },
      { product: 'fax', purchased: 0, assigned: 1, billed: 0 },
    ]
    for (const { product, ...figure } of figures) {
      expect(licensing?.find((row) => row.product === product)).toMatchObject(figure)
      expect(seats.find((row) => row.id === tenant.id && row.product === product)).toMatchObject(figure)
    }
    // It has no seat of the others.
    expect(seats.filter(({ id }) => id === tenant.id)).toHaveLength(2)
  })

  test('names who is not invoiced for the month of its last day, until what is due is issued', async () => {
    const { client } = await newMember('admin')
    const tenants = {
      ...{ subscribed: '', quarterly: '', setUp: '' },
      ...{ calling: '', forwarding: '', unrated: '', idle: '', canceled: '' },
    }
    type Kind = keyof typeof tenants
    for (const kind of Object.keys(tenants) as Kind[])
      tenants[kind] = (await insertTenant(`Left out ${unique()}`)).tenant.id
    const subscribe = async (kind: Kind, given: Given<'subscriptions'>) =>
      insertRow('subscriptions', await newSubscription({ tenant_id: tenants[kind], ...given }))
    await subscribe('subscribed', { starts_on: '2026-03-10', prorate: false, unit_price: 40 })
    await subscribe('quarterly', { cycle: 'quarterly', starts_on: '2026-01-01' })
    await subscribe('setUp', { starts_on: '2026-01-10', unit_price: 0, setup_fee: 150 })
    const plan = await insertRow('rate_plans', await newRatePlan())
    await insertRow('rate_plan_rates', await newRatePlanRate({ rate_plan_id: plan.id, prefix: '1207' }))
    for (const kind of ['calling', 'forwarding', 'unrated'] as const)
      await insertRow(
        'billing_accounts',
        await newBillingAccount({ tenant_id: tenants[kind], rate_plan_id: plan.id }),
      )
    const start_at = '2026-02-28T15:00:00Z'
    const call = { start_at, answer_at: start_at, end_at: '2026-02-28T15:00:35Z' }
    const dialed = { ...call, direction: 'outbound', to_number: '+12075550142' } as const
    await insertRow('cdr', await newCall({ ...dialed, tenant_id: tenants.calling }))
    for (const to_number of ['+18005550142', '911'])
      await insertRow('cdr', await newCall({ ...dialed, to_number, tenant_id: tenants.unrated }))
    const received = await insertRow('cdr', await newCall({ ...call, tenant_id: tenants.forwarding }))
    const onward = { call_id: received.id, start_at, outside_number: '+12075550142', talk_seconds: 30 }
    for (const number of [...Array.from({ length: 20 }, () => '+18005550142'), onward.outside_number])
      await insertRow(
        'cdr_legs',
        await newCallLeg({ ...onward, outside_number: number, tenant_id: tenants.forwarding }),
      )
    const leftOut = async (month: string, last = `${month}-28`) => {
      const { data } = await client.rpc('report_business', { from_day: `${month}-01`, until_day: last })
      const { not_invoiced } = data as unknown as {
        not_invoiced: { id: string; month: string; draft: number | null }[]
      }
      expect(not_invoiced.every((row) => row.month === month)).toBe(true)
      return Object.fromEntries(
        Object.entries(tenants).flatMap(([kind, tenant]) =>
          not_invoiced.filter(({ id }) => id === tenant).map(({ draft }) => [kind, draft]),
        ),
      )
    }
    const run = async (kind: Kind, period_start: string) => {
      const asked = { tenant: tenants[kind], period_start }
      return String((await client.rpc('run_billing_cycle', asked).throwOnError()).data)
    }
    const issue = (kind: Kind, invoice: string) =>
      client.rpc('issue_invoice', { tenant: tenants[kind], invoice }).throwOnError()

    const owing = { calling: null, forwarding: null }
    expect(await leftOut('2026-01')).toEqual({ quarterly: null, setUp: null })
    await issue('setUp', await run('setUp', '2026-01-01'))
    expect(await leftOut('2026-02')).toEqual({ quarterly: null })
    const firstQuarter = await run('quarterly', '2026-01-01')
    await issue('quarterly', firstQuarter)
    expect(await leftOut('2026-02')).toEqual({})
    expect(await leftOut('2026-03')).toEqual({ subscribed: null, ...owing })
    const drafted = await run('subscribed', '2026-03-01')
    expect(await leftOut('2026-03')).toEqual({ subscribed: 40, ...owing })
    await issue('subscribed', drafted)
    expect(await leftOut('2026-03')).toEqual({ ...owing })
    await client
      .rpc('void_invoice', { tenant: tenants.subscribed, invoice: drafted, reason: 'Wrong address' })
      .throwOnError()
    expect(await leftOut('2026-03')).toEqual({ subscribed: null, ...owing })
    // A later invoice has caught up with the subscription, but not with the calls.
    await issue('subscribed', await run('subscribed', '2026-04-01'))
    expect(await leftOut('2026-03')).toEqual({ ...owing })

    const given = { cycle: 'yearly', starts_on: '2026-01-01', unit_price: 365 } as const
    const yearly = await subscribe('canceled', given)
    await issue('canceled', await run('canceled', '2026-01-01'))
    expect(await leftOut('2026-04')).not.toHaveProperty('canceled')
    // The days after its end are charged until they are credited, and the other way around.
    for (const [ends_on, total] of [
      ['2026-03-10', -296],
      ['2026-03-25', 15],
    ] as const) {
      await client.from('subscriptions').update({ ends_on }).eq('id', yearly.id).throwOnError()
      const month = total < 0 ? '2026-04' : '2026-05'
      expect(await leftOut(month)).toMatchObject({ canceled: null })
      const settled = await run('canceled', `${month}-01`)
      expect(await leftOut(month)).toMatchObject({ canceled: total })
      await issue('canceled', settled)
      expect(await leftOut(month)).not.toHaveProperty('canceled')
    }

    // A past quarter whose invoice is void is left out in its own months.
    await issue('quarterly', await run('quarterly', '2026-04-01'))
    const voided = { tenant: tenants.quarterly, invoice: firstQuarter, reason: 'Wrong address' }
    await client.rpc('void_invoice', voided).throwOnError()
    expect(await leftOut('2026-01')).toHaveProperty('quarterly')
    expect(await leftOut('2026-05')).not.toHaveProperty('quarterly')
  })

  test('can be opened by a role that may only view reports', async () => {
    const { client } = await memberWith('reports.view')
    const { data } = await client.rpc('report_business', { from_day: '2026-01-01', until_day: '2026-12-31' })
    expect(data).toMatchObject({ seats: expect.any(Array), pipeline: expect.any(Array) })
    expect((await client.from('companies').select('id')).data).toEqual([])
  })
})
