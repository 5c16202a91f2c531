import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { newMember } from '../support/clients'
import { become, becomeOwner, failure, query, rolledBack, storedRow } from '../support/database'
import { ADMIN, SUPERADMIN, TECH } from '../support/demo-users'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'

const SET = 'select public.set_tenant_status($1, $2, $3)'

describe('suspending a tenant', () => {
  test('needs the permission to edit tenants, stores date and reason, and can be undone', async () => {
    const { tenant, company } = await insertTenant(`Paused ${unique()}`)
    await rolledBack(async (client) => {
      await client.query("update public.companies set status = 'active' where id = $1", [company.id])
      await become(client, TECH)
      expect(await failure(client, SET, [tenant.id, 'suspended', 'Unpaid'])).toBe('42501')
      await become(client, ADMIN)
      await client.query(SET, [tenant.id, 'suspended', ' Unpaid '])
      const paused = await storedRow('tenants', tenant.id, client)
      expect(paused).toMatchObject({
        status: 'suspended',
        suspension_reason: 'Unpaid',
        suspended_at: expect.anything(),
      })
      await client.query(SET, [tenant.id, 'suspended', 'Unpaid'])
      await client.query('savepoint other_reason')
      await expect(client.query(SET, [tenant.id, 'suspended', 'Hacked'])).rejects.toMatchObject({
        code: 'TR412',
        message: 'It was suspended already, for this reason: Unpaid',
      })
      await client.query('rollback to savepoint other_reason')
      expect(await storedRow('tenants', tenant.id, client)).toEqual(paused)
      expect(await storedRow('companies', company.id, client)).toMatchObject({ status: 'suspended' })
      await client.query(SET, [tenant.id, 'active', ''])
      expect(await storedRow('tenants', tenant.id, client)).toMatchObject({
        status: 'active',
        suspension_reason: '',
        suspended_at: null,
      })
      expect(await storedRow('companies', company.id, client)).toMatchObject({ status: 'active' })
      expect(await failure(client, SET, [tenant.id, 'gone', ''])).toBe('23514')
      expect(await failure(client, SET, [randomUUID(), 'suspended', ''])).toBe('TR410')
    })
  })

  test('counts from the same day when it is resumed by mistake and that is undone', async () => {
    const { tenant } = await insertTenant(`Resumed ${unique()}`)
    const { client } = await newMember('superadmin')
    const set = (status: string, reason: string) =>
      client.rpc('set_tenant_status', { tenant: tenant.id, status, reason }).throwOnError()
    await set('suspended', 'Unpaid')
    const suspended = await storedRow('tenants', tenant.id)
    await set('active', '')
    const [entry] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and changes -> 'status' ->> 1 = 'active' and action = 'update'",
      [tenant.id],
    )
    await client.rpc('undo_change', { entry: String(entry?.id) }).throwOnError()
    const { suspended_at, suspension_reason } = suspended ?? {}
    expect(await storedRow('tenants', tenant.id)).toMatchObject({
      status: 'suspended',
      suspended_at,
      suspension_reason,
    })
  })

  test('does not reopen a closed account', async () => {
    const { tenant, company } = await insertTenant(`Closed ${unique()}`)
    await rolledBack(async (client) => {
      await client.query("update public.companies set status = 'closed' where id = $1", [company.id])
      await become(client, ADMIN)
      await client.query(SET, [tenant.id, 'suspended', 'Closed'])
      expect(await storedRow('companies', company.id, client)).toMatchObject({ status: 'closed' })
    })
  })

  test('appears in the audit log with its reason and the user who did it', async () => {
    const { tenant } = await insertTenant(`Traced ${unique()}`)
    await rolledBack(async (client) => {
      await become(client, ADMIN)
      await client.query(SET, [tenant.id, 'suspended', 'Fraud'])
      await becomeOwner(client)
      const { rows } = await client.query(
        "select actor, changes from public.audit_log where record_id = $1 and action = 'update'",
        [tenant.id],
      )
      expect(rows).toMatchObject([
        { actor: ADMIN, changes: { status: ['active', 'suspended'], suspension_reason: ['', 'Fraud'] } },
      ])
    })
  })
})

describe('a suspended tenant', () => {
  const GROWING = [
    'extensions',
    'ring_groups',
    'ivr_menus',
    'time_conditions',
    'call_flows',
    'conference_rooms',
    'paging_groups',
    'fax_boxes',
    'park_lots',
    'call_center_queues',
    'devices',
    'portal_users',
  ] as const

  test.each(GROWING)('rejects new %s from staff until it is resumed', async (table) => {
    const row = await FACTORIES[table]()
    const columns = Object.keys(row)
    const insert = `insert into public.${table} (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`
    await rolledBack(async (client) => {
      await client.query("update public.tenants set status = 'suspended' where id = $1", [row.tenant_id])
      await become(client, SUPERADMIN)
      expect(await failure(client, insert, Object.values(row))).toBe('23514')
      await client.query(SET, [row.tenant_id, 'active', ''])
      await client.query(insert, Object.values(row))
    })
  })

  test('rejects a number inserted as assigned, unless it is being ported in', async () => {
    const { tenant } = await insertTenant(`Numbered at once ${unique()}`)
    const store = async (client: pg.Client, status: string) => {
      const row = await FACTORIES.dids({ tenant_id: tenant.id, status })
      const columns = Object.keys(row)
      const insert = `insert into public.dids (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`
      return failure(client, insert, Object.values(row))
    }
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      await client.query(SET, [tenant.id, 'suspended', 'Unpaid'])
      expect(await store(client, 'assigned')).toBe('23514')
      expect(await store(client, 'porting_in')).toBeUndefined()
    })
  })

  test('rejects new numbers, but keeps, edits and releases its own, and ports still complete', async () => {
    const { tenant } = await insertTenant(`Numbered ${unique()}`)
    const free = await insertRow('dids', await newFreeNumber({ status: 'available' }))
    const held = await insertRow('dids', await FACTORIES.dids({ tenant_id: tenant.id, status: 'assigned' }))
    const coming = await insertRow('dids', await newFreeNumber({ status: 'porting_in' }))
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      await client.query(SET, [tenant.id, 'suspended', 'Unpaid'])
      const assign = "update public.dids set tenant_id = $2, status = 'assigned' where id = $1"
      expect(await failure(client, assign, [free.id, tenant.id])).toBe('23514')
      await client.query(assign, [coming.id, tenant.id])
      await client.query("update public.dids set description = 'Still ours' where id = $1", [held.id])
      await client.query("update public.dids set tenant_id = null, status = 'available' where id = $1", [
        held.id,
      ])
      expect(await storedRow('dids', coming.id, client)).toMatchObject({ tenant_id: tenant.id })
      expect(await storedRow('dids', free.id, client)).toMatchObject({ tenant_id: null })
      expect(await storedRow('dids', held.id, client)).toMatchObject({ tenant_id: null })
    })
  })

  test('cannot be assigned phones from stock', async () => {
    const { tenant } = await insertTenant(`Stocked ${unique()}`)
    const item = await insertRow('inventory', await FACTORIES.inventory())
    await rolledBack(async (client) => {
      await client.query(
        "update public.inventory set mac = '02:00:5E:10:00:01', company_id = null, status = 'in_stock' where id = $1",
        [item.id],
      )
      await become(client, SUPERADMIN)
      await client.query(SET, [tenant.id, 'suspended', 'Unpaid'])
      expect(await failure(client, 'select public.assign_inventory($1, $2)', [item.id, tenant.id])).toBe(
        '23514',
      )
    })
  })

  test('is still billed', async () => {
    const { tenant } = await insertTenant(`Billed ${unique()}`)
    const subscription = await FACTORIES.subscriptions({ tenant_id: tenant.id })
    await rolledBack(async (client) => {
      await become(client, SUPERADMIN)
      await client.query(SET, [tenant.id, 'suspended', 'Unpaid'])
      const columns = Object.keys(subscription)
      await client.query(
        `insert into public.subscriptions (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
        Object.values(subscription),
      )
      const { rows } = await client.query<{ draft: string }>(
        'select public.run_billing_cycle($1, $2) as draft',
        [tenant.id, subscription.starts_on],
      )
      const draft = await storedRow('invoices', rows[0]?.draft ?? '', client)
      expect(draft).toMatchObject({ status: 'draft', tenant_id: tenant.id })
      expect(Number(draft?.total)).toBe(subscription.unit_price)
    })
  })
})
