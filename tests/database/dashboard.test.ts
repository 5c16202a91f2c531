import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, newMember, type Role } from '../support/clients'
import { become, becomeOwner, clusterOwnerUrl, query, rolledBack } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newRole } from '../support/factories/access'
import { insertIssuedInvoice } from '../support/factories/billing'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'
import { SUPERADMIN } from '../support/people'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

describe('dashboard_figures', () => {
  const figures = async (client: Caller['client']) =>
    ((await client.rpc('dashboard_figures')).data ?? {}) as Record<string, Record<string, number> | null>

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

  test('counts leads, tenants, numbers and stock', async () => {
    const before = await figures(callers.superadmin.client)
    await insertRow('opportunities', await FACTORIES.opportunities({ amount: 1000.5 }))
    await insertTenant(`Full ${unique()}`, { extension_limit: 0, status: 'suspended' })
    await insertRow('dids', await newFreeNumber({ status: 'porting_in' }))
    await insertRow('inventory', await FACTORIES.inventory({ status: 'rma' }))
    const after = await figures(callers.superadmin.client)
    // Tests beside this one add rows of their own.
    const grew = (section: string, figure: string) =>
      (after[section]?.[figure] ?? 0) - (before[section]?.[figure] ?? 0)
    expect(grew('sales', 'leads')).toBeGreaterThanOrEqual(1)
    expect(grew('sales', 'lead_value')).toBeGreaterThanOrEqual(1000.5)
    expect(grew('tenants', 'suspended')).toBeGreaterThanOrEqual(1)
    expect(grew('tenants', 'full')).toBeGreaterThanOrEqual(1)
    expect(grew('numbers', 'porting')).toBeGreaterThanOrEqual(1)
    expect(grew('inventory', 'rma')).toBeGreaterThanOrEqual(1)
  })

  test('does not call tenants full when their extensions are hidden', async () => {
    const role = await insertRow('roles', await newRole())
    await insertRow(
      'role_permissions',
      await FACTORIES.role_permissions({ role: role.name, section: 'tenants' }),
    )
    const { client } = await newMember(role.name)
    expect((await figures(client)).tenants).toMatchObject({ full: null })
  })

  test('counts models that are short, and the calls since midnight where the tenant is', async () => {
    const before = await figures(callers.superadmin.client)
    const { tenant } = await insertTenant(`Late ${unique()}`, { time_zone: 'Pacific/Auckland' })
    const own = { tenant_id: tenant.id }
    await insertRow('stock_minimums', await FACTORIES.stock_minimums({ minimum: 5 }))
    await insertRow('stock_minimums', await FACTORIES.stock_minimums({ minimum: 0 }))
    for (const [calls, moment] of [
      [31, "now() at time zone 'Pacific/Auckland'"],
      [400, "now() at time zone 'Pacific/Auckland' - interval '1 day'"],
    ] as const) {
      const [row] = await query<{ hour: string }>(
        `select (date_trunc('day', ${moment}) at time zone 'Pacific/Auckland')::text as hour`,
      )
      await insertRow('cdr_hourly', await FACTORIES.cdr_hourly({ ...own, hour: row?.hour, calls }))
    }
    const after = await figures(callers.superadmin.client)
    const grew = (section: string, figure: string) =>
      (after[section]?.[figure] ?? 0) - (before[section]?.[figure] ?? 0)
    expect(grew('inventory', 'below_minimum')).toBeGreaterThanOrEqual(1)
    expect(grew('telephony', 'calls_today')).toBeGreaterThanOrEqual(31)
    expect(grew('telephony', 'calls_today')).toBeLessThan(400)
    const hours = after.telephony?.calls_by_hour as unknown as number[]
    expect(hours).toHaveLength(24)
    expect(hours.reduce((sum, calls) => sum + calls)).toBe(after.telephony?.calls_today)
    expect(hours[0]).toBeGreaterThanOrEqual(31)
  })

  test('counts invoices from the day after they were due, and lists their customers', async () => {
    const { tenant } = await insertTenant(`Late ${unique()}`)
    const invoice = await insertIssuedInvoice({ tenant_id: tenant.id }, 250)
    await rolledBack(async (client) => {
      // An issued invoice keeps its due date, and no test waits for it.
      const fallDue = async (days: number) => {
        await becomeOwner(client)
        await client.query("set local session_replication_role = 'replica'")
        await client.query('update public.invoices set due_on = current_date + $2::int where id = $1', [
          invoice.id,
          days,
        ])
        await become(client, SUPERADMIN)
        const { rows } = await client.query(
          `select public.dashboard_figures() -> 'billing' as billing,
             (select overdue from public.customer_list where domain_uuid = $1) as overdue`,
          [tenant.id],
        )
        return rows[0]
      }
      const before = await fallDue(0)
      const after = await fallDue(-1)
      expect(before.overdue).toBe(false)
      expect(after.overdue).toBe(true)
      expect(after.billing.overdue).toBe(before.billing.overdue + 1)
      expect(after.billing.overdue_dollars).toBeCloseTo(before.billing.overdue_dollars + 250)
    }, clusterOwnerUrl())
  })

  test('counts the port orders whose day has come', async () => {
    await rolledBack(async (client) => {
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
          "update public.port_orders set state = 'foc_confirmed', foc_date = current_date + $2::int where id = $1",
          [id, days],
        )
      }
      await become(client, SUPERADMIN)
      expect(await count()).toBe(before + 1)
    })
  })
})
