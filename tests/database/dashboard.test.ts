import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { moveToAnotherDay } from '../support/business-zone'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { become, becomeOwner, clusterOwnerUrl, inSnapshot } from '../support/database'
import { SUPERADMIN } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertIssuedInvoice } from '../support/factories/billing'
import { insertTenant, newTenantCompany } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

type Figures = Record<string, Record<string, number> | null>

async function figuresWithin(client: pg.Client): Promise<Figures> {
  await become(client, SUPERADMIN)
  return (await client.query('select public.dashboard_figures() as figures')).rows[0].figures
}

describe('dashboard_figures', () => {
  const figures = async (client: Caller['client']) =>
    ((await client.rpc('dashboard_figures')).data ?? {}) as Figures

  test.each([
    ['tech', ['telephony', 'tenants']],
    ['admin', ['billing', 'inventory', 'sales', 'telephony', 'tenants']],
    ['superadmin', ['billing', 'inventory', 'numbers', 'sales', 'telephony', 'tenants']],
    ['disabled', []],
    ['nomember', []],
  ] as const)('shows a %s only the sections they may view', async (role, sections) => {
    const shown = Object.entries(await figures(callers[role].client)).filter(([, value]) => value !== null)
    expect(shown.map(([section]) => section).sort()).toEqual(sections)
  })

  test('is closed to visitors', async () => {
    expect((await callers.anon.client.rpc('dashboard_figures')).data).toBeNull()
  })

  /** How much the figures grew by some rows, not counting what other tests store meanwhile. */
  async function growth(store: (client: pg.Client) => Promise<unknown>) {
    return inSnapshot(async (client) => {
      const before = await figuresWithin(client)
      await becomeOwner(client)
      await store(client)
      const after = await figuresWithin(client)
      const grew = (section: string, figure: string) =>
        (after[section]?.[figure] ?? 0) - (before[section]?.[figure] ?? 0)
      return { grew, before, after }
    })
  }

  test('counts leads, tenants, numbers and stock', async () => {
    const lead = await FACTORIES.opportunities({ amount: 1000.5 })
    const tenant = await FACTORIES.tenants({ extension_limit: 0, status: 'suspended' })
    const withoutCompany = await FACTORIES.tenants({ extension_limit: 0, status: 'suspended' })
    const problems = [{ severity: 'error', key: 'k', text: 'T' }]
    const number = await newFreeNumber({ status: 'porting_in' })
    const drafts = [
      await FACTORIES.port_orders(),
      await FACTORIES.port_orders(),
      await FACTORIES.port_orders(),
    ]
    const ported = await FACTORIES.port_order_numbers({ port_order_id: drafts[0]?.id })
    const phone = await FACTORIES.inventory({ status: 'rma' })
    const { grew } = await growth(async (client) => {
      await insertRow('opportunities', lead, client)
      await insertRow('tenants', tenant, client)
      await insertRow('companies', await newTenantCompany({ domain_uuid: tenant.id }), client)
      await insertRow('tenants', withoutCompany, client)
      for (const { id } of [tenant, withoutCompany]) {
        await insertRow('tenant_checks', { tenant_id: id, problems }, client)
      }
      await insertRow('dids', number, client)
      for (const draft of drafts) await insertRow('port_orders', draft, client)
      await insertRow('port_order_numbers', ported, client)
      for (const state of ['submitted', 'exception'])
        await client.query(
          "update public.port_orders set state = $2, exception_reason = 'Wrong account' where id = $1",
          [drafts[0]?.id, state],
        )
      await insertRow('inventory', phone, client)
    })
    expect(grew('sales', 'leads')).toBe(1)
    expect(grew('sales', 'lead_value')).toBeCloseTo(1000.5)
    expect(grew('tenants', 'suspended')).toBe(1)
    expect(grew('tenants', 'full')).toBe(1)
    expect(grew('tenants', 'failing')).toBe(1)
    expect(grew('numbers', 'porting')).toBe(2)
    expect(grew('numbers', 'ports_drafted')).toBe(2)
    expect(grew('numbers', 'ports_rejected')).toBe(1)
    expect(grew('inventory', 'rma')).toBe(1)
  })

  test('does not report tenants as full when extensions are hidden', async () => {
    const { client } = await memberWith('tenants.view')
    expect((await figures(client)).tenants).toMatchObject({ full: null })
  })

  test("counts models low in stock, and calls since midnight in the tenant's time zone", async () => {
    const { tenant } = await insertTenant(`Late ${unique()}`, { time_zone: 'Pacific/Auckland' })
    const short = await FACTORIES.stock_minimums({ minimum: 5 })
    const enough = await FACTORIES.stock_minimums({ minimum: 0 })
    const today = await FACTORIES.cdr_hourly({ tenant_id: tenant.id, calls: 31 })
    const yesterday = await FACTORIES.cdr_hourly({ tenant_id: tenant.id, calls: 400 })
    const { grew, before, after } = await growth(async (client) => {
      await insertRow('stock_minimums', short, client)
      await insertRow('stock_minimums', enough, client)
      for (const [daysAgo, count] of [today, yesterday].entries()) {
        const { rows } = await client.query<{ hour: string }>(
          `select ((date_trunc('day', now() at time zone 'Pacific/Auckland') - $1 * interval '1 day')
             at time zone 'Pacific/Auckland')::text as hour`,
          [daysAgo],
        )
        await insertRow('cdr_hourly', { ...count, hour: String(rows[0]?.hour) }, client)
      }
    })
    expect(grew('inventory', 'below_minimum')).toBe(1)
    expect(grew('telephony', 'calls_today')).toBe(31)
    const hoursOf = (figures: Figures) => figures.telephony?.calls_by_hour as unknown as number[]
    expect(hoursOf(after)).toHaveLength(24)
    expect(hoursOf(after).reduce((sum, calls) => sum + calls)).toBe(after.telephony?.calls_today)
    expect(hoursOf(after)[0]).toBe((hoursOf(before)[0] ?? 0) + 31)
  })

  test('computes when today began once for each time zone, however many counts there are', async () => {
    const { tenant } = await insertTenant(`Busy ${unique()}`)
    await inSnapshot(async (client) => {
      await client.query(
        `insert into public.cdr_hourly (tenant_id, hour, direction, status, calls, talk_seconds, ring_seconds)
         select $1, date_trunc('hour', now()) - n * interval '1 hour', direction, 'missed', 1, 0, 1
         from generate_series(0, 25) n, unnest(array['inbound', 'outbound', 'local']) direction`,
        [tenant.id],
      )
      await client.query("set local track_functions = 'all'")
      await figuresWithin(client)
      await becomeOwner(client)
      const { rows } = await client.query<{ computed: number; zones: number }>(`
        select (select calls::int from pg_stat_xact_user_functions where funcname = 'start_of_day') as computed,
          (select count(distinct time_zone)::int from public.tenants) as zones`)
      expect(rows[0]?.computed).toBe(rows[0]?.zones)
    }, clusterOwnerUrl())
  })

  test('counts invoices as overdue from the day after their due date, and lists their customers', async () => {
    const { tenant } = await insertTenant(`Late ${unique()}`)
    const invoice = await insertIssuedInvoice({ tenant_id: tenant.id }, 250)
    await inSnapshot(async (client) => {
      await moveToAnotherDay(client)
      // An issued invoice's due date cannot be changed, and a test cannot wait for it.
      const fallDue = async (days: number) => {
        await becomeOwner(client)
        await client.query("set local session_replication_role = 'replica'")
        await client.query(
          'update public.invoices set due_on = private.business_today() + $2::int where id = $1',
          [invoice.id, days],
        )
        await become(client, SUPERADMIN)
        const { rows } = await client.query(
          `select public.dashboard_figures() -> 'billing' as billing,
             (select overdue from public.customer_list where domain_uuid = $1) as overdue,
             (select overdue from private.tenant_balance($1)) as sum,
             (public.overdue_invoices(1) ->> 'count')::int as listed,
             jsonb_array_length(public.report_invoices('2026-01-01', '2026-01-01', $1, true, null, 'to_30')) as late`,
          [tenant.id],
        )
        return rows[0]
      }
      const before = await fallDue(0)
      const after = await fallDue(-1)
      expect(before).toMatchObject({ overdue: false, sum: '0', late: 0 })
      expect(after).toMatchObject({ overdue: true, sum: '250.00', late: 1, listed: before.listed + 1 })
      expect(after.billing.overdue).toBe(before.billing.overdue + 1)
      expect(after.billing.overdue_dollars).toBeCloseTo(before.billing.overdue_dollars + 250)
      expect(after.billing.overdue_others).toBe(before.billing.overdue_others)
    }, clusterOwnerUrl())
  })

  test('counts port orders that are due', async () => {
    await inSnapshot(async (client) => {
      await moveToAnotherDay(client)
      const count = async () =>
        (
          await client.query('select (public.dashboard_figures() -> $1 ->> $2)::int as due', [
            'numbers',
            'ports_due',
          ])
        ).rows[0].due
      await become(client, SUPERADMIN)
      const before = await count()
      await becomeOwner(client)
      for (const [days, number] of [
        [0, '+18015550881'],
        [3, '+18015550882'],
      ]) {
        const made = "insert into public.port_orders (name) values ('Port') returning id"
        const { id } = (await client.query<{ id: string }>(made)).rows[0] ?? {}
        await client.query('insert into public.port_order_numbers (port_order_id, number) values ($1, $2)', [
          id,
          number,
        ])
        await client.query("update public.port_orders set state = 'submitted' where id = $1", [id])
        await client.query(
          "update public.port_orders set state = 'foc_confirmed', foc_date = private.business_today() + $2::int where id = $1",
          [id, days],
        )
      }
      await become(client, SUPERADMIN)
      expect(await count()).toBe(before + 1)
      const listed = await client.query('select from public.port_order_list where due')
      expect(listed.rowCount).toBe(before + 1)
    })
  })
})
