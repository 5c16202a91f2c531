import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query } from '../support/database'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique, uniqueMac } from '../support/factories/row'
import { newOpportunity, newProvisioningRun, newStockItem } from '../support/factories/sales'
import { newDevice } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

/** A customer with phones on order, of a model of its own, which a plan has ordered. */
async function ordered(count: number) {
  const { tenant, company } = await insertTenant(`Ordering ${unique()}`)
  const model = `T-${unique()}`
  const given = { name: model, model, status: 'ordered', mac: null, serial: null, asset_tag: null }
  const orders = await Promise.all(
    Array.from({ length: count }, async () =>
      insertRow('inventory', await newStockItem({ ...given, company_id: company.id })),
    ),
  )
  const opportunity = await insertRow('opportunities', await newOpportunity({ company_id: company.id }))
  const made = { stock: orders.map(({ id }) => id) }
  await insertRow('provisioning_runs', await newProvisioningRun({ opportunity_id: opportunity.id, made }))
  return { tenant: tenant.id, company: company.id, model, orders, opportunity: opportunity.id }
}

/** The items of a model: status, company and address. */
const itemsOf = (model: string) =>
  query<{ id: string; status: string; company_id: string | null; mac: string | null }>(
    'select id, status, company_id, mac from public.inventory where model = $1 order by status, mac',
    [model],
  )

const statuses = async (model: string) => (await itemsOf(model)).map(({ status }) => status).toSorted()

const importing = (rows: object[], run: string) =>
  callers.admin.client
    .rpc('import_records', {
      target_table: 'inventory',
      tenant: null as never,
      key_columns: ['mac', 'serial', 'asset_tag'],
      any_key: true,
      rows: rows as never,
      dry_run: false,
      run,
    })
    .throwOnError()

describe('an ordered phone', () => {
  test('arrives by a file, once, and is put back on order when the import is undone', async () => {
    const { company, model, orders, opportunity } = await ordered(2)
    const rows = Array.from({ length: 3 }, () => ({
      mac: uniqueMac(),
      name: model,
      model: `sip-${model.toLowerCase()}`,
      status: 'in_stock',
      company_id: null,
    }))
    const once = randomUUID()
    expect((await importing(rows, once)).data?.map(({ outcome }) => outcome)).toEqual([
      'insert',
      'insert',
      'insert',
    ])
    const arrived = () =>
      query(
        'select status, company_id from public.inventory where mac = any ($1) order by status desc, company_id',
        [rows.map(({ mac }) => mac)],
      )
    const reserved = { status: 'reserved', company_id: company }
    const filled = [reserved, reserved, { status: 'in_stock', company_id: null }]
    expect(await arrived()).toEqual(filled)
    expect(await itemsOf(model)).toEqual([])
    // The answer was lost.
    await importing(rows, once)
    expect(await arrived()).toEqual(filled)

    // What the plan has ordered.
    const [plan] = await query<{ result: { stock: string[]; ordered: number }; stands: boolean }>(
      `select private.won_plan_result($1) as result, private.stands(r) as stands
       from public.provisioning_runs r where r.opportunity_id = $1`,
      [opportunity],
    )
    expect(plan).toMatchObject({
      stands: true,
      result: { ordered: 0, stock: Array(2).fill(expect.any(String)) },
    })

    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where table_name = 'inventory' and action = 'insert' and changes -> 'mac' ->> 1 = $1",
      [rows[0]?.mac],
    )
    const undone = await callers.admin.client.rpc('undo_change', { entry: entry?.id ?? '' }).throwOnError()
    expect(undone.data).toMatchObject({ kept: 0 })
    expect(await arrived()).toEqual([])
    expect((await itemsOf(model)).map(({ id }) => id).toSorted()).toEqual(
      orders.map(({ id }) => id).toSorted(),
    )
  })

  test('arrives by the form, which may be sent twice', async () => {
    const { company, model } = await ordered(2)
    const asked = {
      target_table: 'inventory',
      record: randomUUID(),
      tenant: null as never,
      expected_version: null as never,
      record_values: { name: 'Desk phone', model, serial: unique(), status: 'in_stock' },
    }
    for (let n = 0; n < 2; n += 1) {
      const { data } = await callers.admin.client.rpc('save_record', asked).throwOnError()
      expect(data).toMatchObject({ id: asked.record, status: 'reserved', company_id: company })
    }
    expect(await statuses(model)).toEqual(['ordered', 'reserved'])
  })

  test('of another customer is not filled by a phone that a file gives to somebody', async () => {
    const [{ model }, other] = [await ordered(1), await ordered(0)]
    await importing([{ mac: uniqueMac(), name: model, model, company_id: other.company }], randomUUID())
    expect(await itemsOf(model)).toMatchObject([
      { status: 'in_stock', company_id: other.company },
      { status: 'ordered' },
    ])
  })

  test('is reserved for its customer when it is set in stock, and in stock without one', async () => {
    const { company, model, orders } = await ordered(1)
    const free = await insertRow('inventory', await newStockItem({ model, status: 'ordered' }))
    const ids = [free.id, ...orders.map(({ id }) => id)]
    await callers.admin.client.from('inventory').update({ status: 'in_stock' }).in('id', ids).throwOnError()
    expect(await itemsOf(model)).toMatchObject([
      { status: 'in_stock', company_id: null },
      { status: 'reserved', company_id: company },
    ])
  })

  test('is deployed when it is added as a device straight at its customer, and nowhere else', async () => {
    const { tenant, model, orders } = await ordered(1)
    const elsewhere = await insertTenant(`Elsewhere ${unique()}`)
    for (const [tenant_id, status] of [
      [elsewhere.tenant.id, 'ordered'],
      [tenant, 'deployed'],
    ] as const) {
      const device = await newDevice({ tenant_id, model })
      await callers.tech.client.from('devices').insert(device).throwOnError()
      expect(await itemsOf(model)).toMatchObject([{ id: orders[0]?.id, status }])
    }
    const [item] = await itemsOf(model)
    expect(await query('select inventory_id from public.devices where mac = $1', [item?.mac])).toEqual([
      { inventory_id: item?.id },
    ])
  })
})
