import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '@/lib/supabase/database.types'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { become, query, storedRow, untilWaiting, withDatabase } from '../support/database'
import { TECH } from '../support/demo-users'
import { insertTenant } from '../support/factories/companies'
import { insertRow, unique, uniqueMac } from '../support/factories/row'
import { newStockItem } from '../support/factories/sales'
import { newDevice } from '../support/factories/telephony'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

describe('a stock item', () => {
  const newItem = async (given = {}) => insertRow('inventory', await newStockItem(given))
  const assign = (role: Role, item: string, tenant: string) =>
    callers[role].client.rpc('assign_inventory', { item, tenant })

  test('is deployed to the company as a phone by a tech without inventory permissions', async () => {
    const { tenant, company } = await insertTenant(`Assigned ${unique()}`)
    const item = await newItem({ model: 'T54W' })
    const { data: id } = await assign('tech', item.id, tenant.id)
    expect(await storedRow('devices', String(id))).toMatchObject({
      tenant_id: tenant.id,
      mac: item.mac,
      label: '',
      model: 'T54W',
      serial_number: item.serial,
      inventory_id: item.id,
    })
    expect(await storedRow('inventory', item.id)).toMatchObject({
      status: 'deployed',
      company_id: company.id,
    })
    expect((await assign('tech', item.id, tenant.id)).data).toBe(id)
    const other = await insertTenant(`Elsewhere ${unique()}`)
    expect((await assign('tech', item.id, other.tenant.id)).error).toMatchObject({
      code: '23514',
      message: `${item.name} is a phone of ${company.name}.`,
    })
    expect(await query('select 1 from public.devices where inventory_id = $1', [item.id])).toHaveLength(1)
  })

  test.each([
    ['80:5E:C0', 'Yealink'],
    ['64:16:7F', 'Polycom'],
    ['02:00:00', ''],
  ])('from the maker %s becomes a phone of the vendor "%s"', async (prefix, vendor) => {
    const { tenant } = await insertTenant(`Made by ${unique()}`)
    const item = await newItem({ mac: `${prefix}${uniqueMac().slice(8)}` })
    const { data: id } = await assign('tech', item.id, tenant.id)
    expect(await storedRow('devices', String(id))).toMatchObject({ vendor })
  })

  test('is found by MAC address by users who may set up phones', async () => {
    const item = await newItem({ model: 'T54W' })
    const { data } = await callers.tech.client.rpc('find_stock', { mac: String(item.mac) })
    expect(data).toEqual([expect.objectContaining({ id: item.id, model: 'T54W', status: 'in_stock' })])
    const seen = await callers.tech.client.from('inventory').select('id').eq('id', item.id)
    expect(seen.data).toEqual([])
  })

  test.each(['telephony.create', 'telephony.edit'] as const)(
    'is found with %s alone, which is enough to add or to swap a phone',
    async (right) => {
      const item = await newItem()
      const { client } = await memberWith(right)
      const { data } = await client.rpc('find_stock', { mac: String(item.mac) })
      expect(data).toEqual([expect.objectContaining({ id: item.id })])
    },
  )

  test.each([
    ['ordered', 'nobody', true],
    ['deployed', 'nobody', true],
    ['shipped', 'its company', true],
    ['reserved', 'a company of the same name', false],
    ['rma', 'nobody', false],
    ['retired', 'its company', false],
  ] as const)(
    'that is %s, for %s, is taken for a phone with its MAC address, as is said before: %s',
    async (status, whose, taken) => {
      const { tenant, company } = await insertTenant(`Twin ${unique()}`)
      const namesake = await insertTenant(company.name)
      const company_id = {
        nobody: null,
        'its company': company.id,
        'a company of the same name': namesake.company.id,
      }[whose]
      const item = await newItem({ status, company_id })
      const asked = { mac: String(item.mac), tenant: tenant.id }
      const { data } = await callers.tech.client.rpc('find_stock', asked).throwOnError()
      expect(data).toMatchObject([{ status, assignable: taken }])
      const phone = await newDevice({ tenant_id: tenant.id, mac: String(item.mac) })
      await callers.tech.client.from('devices').insert(phone).throwOnError()
      expect(await storedRow('devices', phone.id)).toMatchObject({ inventory_id: taken ? item.id : null })
      const { data: now } = await callers.tech.client.rpc('find_stock', asked).throwOnError()
      expect(now).toMatchObject([{ assignable: false }])
    },
  )

  test('is said to be assignable, without a tenant, where its own company or anyone may have it', async () => {
    const { company } = await insertTenant(`Owning ${unique()}`)
    for (const [given, assignable] of [
      [{ status: 'reserved', company_id: company.id }, true],
      [{}, true],
      [{ status: 'rma' }, false],
    ] as const) {
      const item = await newItem(given)
      const { data } = await callers.tech.client.rpc('find_stock', { mac: String(item.mac) })
      expect(data).toMatchObject([{ assignable }])
    }
  })

  test.each(['anon', 'disabled', 'nomember'] as const)(
    'is neither visible nor assignable to %s',
    async (role) => {
      const { tenant } = await insertTenant(`Refused ${unique()}`)
      const item = await newItem()
      expect((await assign(role, item.id, tenant.id)).error?.code).toBe('42501')
      expect((await callers[role].client.rpc('find_stock', { mac: String(item.mac) })).error?.code).toBe(
        '42501',
      )
      expect(await storedRow('inventory', item.id)).toMatchObject({ status: 'in_stock' })
    },
  )

  test('is not assigned if it is broken or reserved for another company', async () => {
    const { tenant } = await insertTenant(`Waiting ${unique()}`)
    const { company } = await insertTenant(`Reserving ${unique()}`)
    for (const [given, reason] of [
      [{ status: 'rma' }, 'is in RMA. Change that in Inventory first.'],
      [{ status: 'retired' }, 'is retired. Change that in Inventory first.'],
      [
        { status: 'reserved', company_id: company.id },
        `belongs to ${company.name}. Change that in Inventory first.`,
      ],
    ] as const) {
      const item = await newItem(given)
      expect((await assign('superadmin', item.id, tenant.id)).error).toMatchObject({
        code: '23514',
        message: `${item.name} ${reason}`,
      })
      expect(await storedRow('inventory', item.id)).toMatchObject(given)
    }
  })

  test('leaves stock when a phone with its MAC address is added', async () => {
    const { tenant } = await insertTenant(`Scanned ${unique()}`)
    const item = await newItem()
    const device = { id: randomUUID(), tenant_id: tenant.id, mac: String(item.mac) }
    await callers.tech.client.from('devices').insert(device).throwOnError()
    expect(await storedRow('devices', device.id)).toMatchObject({
      inventory_id: item.id,
      serial_number: item.serial,
    })
    expect(await storedRow('inventory', item.id)).toMatchObject({ status: 'deployed' })
  })

  describe('with the MAC address of a device that was there before it', () => {
    const receive = (mac: string, given: { model?: string; serial?: string; location?: string } = {}) => {
      const scan = { item: randomUUID(), mac, model: `T-${unique()}`, serial: unique(), ...given }
      return { scan, send: () => callers.tech.client.rpc('receive_stock', scan) }
    }
    const known = async (given = {}) => {
      const { tenant, company } = await insertTenant(`Ahead ${unique()}`)
      return {
        company,
        device: await insertRow('devices', await newDevice({ tenant_id: tenant.id, ...given })),
      }
    }
    const itemOf = async (mac: string) =>
      (await query<Record<string, unknown>>('select * from public.inventory where mac = $1', [mac]))[0]

    test('is that phone once it is received, with its model and serial number', async () => {
      const { company, device } = await known({ location: 'Lobby' })
      const { scan, send } = receive(device.mac, { location: 'Shelf 3' })
      expect((await send()).data).toEqual({ outcome: 'received' })
      const item = await itemOf(device.mac)
      expect(item).toMatchObject({ status: 'deployed', company_id: company.id, location: 'Lobby' })
      expect(await storedRow('devices', device.id)).toMatchObject({
        inventory_id: item?.id,
        model: scan.model,
        serial_number: scan.serial,
      })
      // The answer was lost.
      expect((await send()).data).toEqual({ outcome: 'received' })
      expect(await itemOf(device.mac)).toEqual(item)
    })

    test('gets its serial number from the second barcode, also as that phone, and nothing else', async () => {
      const { device } = await known()
      const { scan, send } = receive(device.mac, { serial: '', location: 'Shelf 3' })
      await send().throwOnError()
      const item = await itemOf(device.mac)
      expect(item).toMatchObject({ status: 'deployed', serial: null })
      const serial = unique()
      const again = (change: object) => callers.tech.client.rpc('receive_stock', { ...scan, ...change })
      for (const change of [{ model: 'Another' }, { mac: uniqueMac() }]) {
        expect((await again({ serial, ...change })).error?.code).toBe('23514')
      }
      expect(await itemOf(device.mac)).toEqual(item)
      expect((await again({ serial })).data).toEqual({ outcome: 'received' })
      expect(await itemOf(device.mac)).toMatchObject({ status: 'deployed', serial, location: item?.location })
      expect(await storedRow('devices', device.id)).toMatchObject({ serial_number: serial })
      expect((await again({ serial: unique() })).error?.code).toBe('23514')
      expect(await itemOf(device.mac)).toMatchObject({ serial })
    })

    test('keeps the serial number that it has as a device when the second barcode has another', async () => {
      const { device } = await known({ serial_number: 'TYPED-1' })
      const { scan, send } = receive(device.mac, { serial: '' })
      await send().throwOnError()
      const serial = unique()
      await callers.tech.client.rpc('receive_stock', { ...scan, serial }).throwOnError()
      expect(await itemOf(device.mac)).toMatchObject({ serial })
      expect(await storedRow('devices', device.id)).toMatchObject({ serial_number: 'TYPED-1' })
    })

    test('takes the order of its own customer when it is received, and none of another', async () => {
      const { company, device } = await known()
      const other = await insertTenant(`Ordering ${unique()}`)
      const model = `T-${unique()}`
      const order = async (company_id: string) =>
        newItem({ model, status: 'ordered', mac: null, serial: null, company_id })
      const theirs = await order(other.company.id)
      const own = await order(company.id)
      await receive(device.mac, { model }).send()
      expect(await storedRow('inventory', own.id)).toMatchObject({ status: 'deployed', mac: device.mac })
      const second = await known()
      await receive(second.device.mac, { model }).send()
      expect(await itemOf(second.device.mac)).toMatchObject({
        status: 'deployed',
        company_id: second.company.id,
      })
      expect(await storedRow('inventory', theirs.id)).toMatchObject({ status: 'ordered', mac: null })
    })

    test('is that phone once it is added, or free again, in Inventory', async () => {
      const { device } = await known()
      const item = await newItem({ mac: device.mac, status: 'rma' })
      expect(await storedRow('devices', device.id)).toMatchObject({ inventory_id: null })
      await callers.admin.client
        .from('inventory')
        .update({ status: 'in_stock' })
        .eq('id', item.id)
        .throwOnError()
      expect(await storedRow('devices', device.id)).toMatchObject({ inventory_id: item.id })
      expect(await storedRow('inventory', item.id)).toMatchObject({ status: 'deployed' })
      const imported = await known()
      const deployed = await newItem({ mac: imported.device.mac, status: 'deployed' })
      expect(await storedRow('devices', imported.device.id)).toMatchObject({ inventory_id: deployed.id })
    })

    describe('being added while it is scanned', () => {
      /** Adds the phone and scans it at the same time; who comes second waits for the first. */
      const both = async (first: 'adding' | 'scanning', tenant: string, model: string) => {
        const device = await newDevice({ tenant_id: tenant })
        const add = (client: pg.Client) =>
          client.query('insert into public.devices (id, tenant_id, mac) values ($1, $2, $3)', [
            device.id,
            tenant,
            device.mac,
          ])
        const scan = (client: pg.Client) =>
          client.query('select public.receive_stock(item => $1, mac => $2, model => $3)', [
            randomUUID(),
            device.mac,
            model,
          ])
        await withDatabase((ada) =>
          withDatabase(async (ben) => {
            for (const client of [ada, ben]) {
              await client.query('begin')
              await become(client, TECH)
            }
            await (first === 'adding' ? add : scan)(ada)
            const later = (first === 'adding' ? scan : add)(ben)
            await untilWaiting(ben)
            await ada.query('commit')
            await later
            await ben.query('commit')
          }),
        )
        return device
      }

      test.each(['adding', 'scanning'] as const)('is that phone, with %s as the first', async (first) => {
        const { tenant, company } = await insertTenant(`Meeting ${unique()}`)
        const device = await both(first, tenant.id, `T-${unique()}`)
        const item = await itemOf(device.mac)
        expect(item).toMatchObject({ status: 'deployed', company_id: company.id })
        expect(await storedRow('devices', device.id)).toMatchObject({ inventory_id: item?.id })
      })

      test('takes no order of another customer', async () => {
        const { tenant, company } = await insertTenant(`Meeting ${unique()}`)
        const other = await insertTenant(`Ordering ${unique()}`)
        const model = `T-${unique()}`
        const given = { model, status: 'ordered', mac: null, serial: null, company_id: other.company.id }
        const theirs = await newItem(given)
        const device = await both('adding', tenant.id, model)
        expect(await storedRow('inventory', theirs.id)).toMatchObject({ status: 'ordered', mac: null })
        expect(await itemOf(device.mac)).toMatchObject({ status: 'deployed', company_id: company.id })
      })
    })

    test('is offered to no other tenant while it is another company’s', async () => {
      const { company, device } = await known()
      const { tenant, company: other } = await insertTenant(`Holding ${unique()}`)
      const item = await newItem({ mac: device.mac, status: 'reserved', company_id: other.id })
      const { data } = await callers.tech.client.rpc('find_stock', { mac: device.mac, tenant: tenant.id })
      expect(data).toMatchObject([{ status: 'reserved', assignable: false }])
      expect((await assign('tech', item.id, tenant.id)).error).toMatchObject({
        code: '23514',
        message: `${item.name} is a phone of ${company.name}.`,
      })
    })

    test('leaves with it when its arrival is undone', async () => {
      const { device } = await known()
      await receive(device.mac).send()
      const item = await itemOf(device.mac)
      const [arrival] = await query<{ id: string }>(
        "select id from public.audit_log where record_id = $1 and action = 'insert'",
        [item?.id],
      )
      await callers.superadmin.client.rpc('undo_change', { entry: arrival?.id ?? '' }).throwOnError()
      expect(await itemOf(device.mac)).toBeUndefined()
      expect(await storedRow('devices', device.id)).toMatchObject({ inventory_id: null, serial_number: '' })
    })

    test.each([
      ['superadmin on the tenant’s page', 'superadmin', true],
      ['tech', 'tech', false],
    ] as const)('is not in use any more when %s undoes that it is that phone', async (_, role, here) => {
      const { company, device } = await known()
      await receive(device.mac).send().throwOnError()
      const [linked] = await query<{ id: string }>(
        "select id from public.audit_log where record_id = $1 and action = 'update'",
        [device.id],
      )
      const asked = { entry: linked?.id ?? '', tenant: here ? device.tenant_id : undefined }
      const undone = await callers[role].client.rpc('undo_change', asked).throwOnError()
      expect(undone.data).toMatchObject({ undone: 1, kept: 0 })
      expect(await storedRow('devices', device.id)).toMatchObject({ inventory_id: null, serial_number: '' })
      expect(await itemOf(device.mac)).toMatchObject({ status: 'shipped', company_id: company.id })
    })
  })

  test('is swapped with the phone’s MAC address, and the old item goes to RMA', async () => {
    const { tenant } = await insertTenant(`Swapping ${unique()}`)
    const [broken, spare] = [await newItem(), await newItem()]
    const { data: id } = await assign('tech', broken.id, tenant.id)
    await callers.tech.client
      .from('devices')
      .update({ mac: String(spare.mac) })
      .eq('id', String(id))
      .throwOnError()
    expect(await storedRow('devices', String(id))).toMatchObject({ inventory_id: spare.id })
    expect(await storedRow('inventory', broken.id)).toMatchObject({ status: 'rma' })
    expect(await storedRow('inventory', spare.id)).toMatchObject({ status: 'deployed' })
  })

  test('that is retired as a phone, as after a theft, stays retired when it is swapped', async () => {
    const { tenant } = await insertTenant(`Stolen ${unique()}`)
    const [stolen, spare] = [await newItem(), await newItem()]
    const { data: id } = await assign('tech', stolen.id, tenant.id)
    const { client } = callers.admin
    await client.from('inventory').update({ status: 'retired' }).eq('id', stolen.id).throwOnError()
    const mac = String(spare.mac)
    await callers.tech.client.from('devices').update({ mac }).eq('id', String(id)).throwOnError()
    expect(await storedRow('inventory', stolen.id)).toMatchObject({ status: 'retired' })
    expect(await storedRow('inventory', spare.id)).toMatchObject({ status: 'deployed' })
  })

  const swapped = async (where: string) => {
    const { tenant, company } = await insertTenant(`${where} ${unique()}`)
    const [broken, spare] = [await newItem(), await newItem({ location: 'Shelf 3' })]
    const { data: id } = await assign('tech', broken.id, tenant.id)
    const mac = String(spare.mac)
    await callers.tech.client.from('devices').update({ mac }).eq('id', String(id)).throwOnError()
    const [swap] = await query<{ id: string }>(
      'select id from public.audit_log where record_id = $1 order by seq desc limit 1',
      [id],
    )
    return { tenant, company, broken, spare, device: String(id), swap: swap?.id ?? '' }
  }

  test('gives the phone that is swapped for it its own serial number', async () => {
    const { device, spare, tenant } = await swapped('Renumbering')
    expect(await storedRow('devices', device)).toMatchObject({ serial_number: spare.serial })
    const update = (change: { mac: string; serial_number?: string }) =>
      callers.tech.client.from('devices').update(change).eq('id', device).throwOnError()
    await update({ mac: uniqueMac() })
    expect(await storedRow('devices', device)).toMatchObject({ serial_number: '', tenant_id: tenant.id })
    await update({ mac: uniqueMac(), serial_number: 'TYPED-1' })
    expect(await storedRow('devices', device)).toMatchObject({ serial_number: 'TYPED-1' })
    // A corrected address of a phone that is not from stock.
    await update({ mac: uniqueMac() })
    expect(await storedRow('devices', device)).toMatchObject({ serial_number: 'TYPED-1' })
  })

  test.each([
    ['superadmin in the whole trail', 'superadmin', false, 'in_stock'],
    ['superadmin on the tenant’s page', 'superadmin', true, 'shipped'],
    ['tech', 'tech', true, 'shipped'],
  ] as const)(
    'is the phone again when %s undoes its swap, and the other is not sent to RMA',
    async (_, role, here, status) => {
      const { tenant, company, broken, spare, device, swap } = await swapped('Swapping back')
      const asked = { entry: swap, tenant: here ? tenant.id : undefined }
      const undone = await callers[role].client.rpc('undo_change', asked).throwOnError()
      expect(undone.data).toMatchObject({ kept: 0 })
      expect(await storedRow('devices', device)).toMatchObject({
        mac: broken.mac,
        inventory_id: broken.id,
        serial_number: broken.serial,
      })
      expect(await storedRow('inventory', broken.id)).toMatchObject({
        status: 'deployed',
        company_id: company.id,
      })
      expect(await storedRow('inventory', spare.id)).toMatchObject({
        status,
        company_id: status === 'in_stock' ? null : company.id,
        location: 'Shelf 3',
      })
    },
  )

  test('that was retired since does not come back when its swap is undone', async () => {
    const { broken, spare, device, swap } = await swapped('Scrapping')
    await query("update public.inventory set status = 'retired' where id = $1", [broken.id])
    const { error } = await callers.tech.client.rpc('undo_change', { entry: swap })
    expect(error?.code).toBe('23514')
    expect(await storedRow('devices', device)).toMatchObject({ inventory_id: spare.id, mac: spare.mac })
    expect(await storedRow('inventory', broken.id)).toMatchObject({ status: 'retired' })
    expect(await storedRow('inventory', spare.id)).toMatchObject({ status: 'deployed' })
  })

  test('cannot be returned or get another MAC address while it is in use as a phone', async () => {
    const { tenant } = await insertTenant(`Using ${unique()}`)
    const item = await newItem()
    const { data: device } = await assign('superadmin', item.id, tenant.id)
    const { client } = callers.admin
    const deployed = await storedRow('inventory', item.id)
    for (const change of [{ status: 'in_stock' }, { mac: uniqueMac() }]) {
      const { error } = await client.from('inventory').update(change).eq('id', item.id)
      expect(error).toMatchObject({ code: '23001', message: expect.stringContaining('is a phone of Using') })
    }
    expect(await storedRow('inventory', item.id)).toEqual(deployed)
    await client.from('devices').delete().eq('id', String(device)).throwOnError()
    await client.from('inventory').update({ status: 'in_stock' }).eq('id', item.id).throwOnError()
    expect(await storedRow('inventory', item.id)).toMatchObject({ status: 'in_stock' })
  })

  test('is not deleted while it is in use as a phone, by itself or among others, which are', async () => {
    const { tenant } = await insertTenant(`Keeping in use ${unique()}`)
    const [item, free] = [await newItem(), await newItem()]
    const { data: device } = await assign('superadmin', item.id, tenant.id)
    const { client } = callers.superadmin
    const refusal = { code: '23001', message: expect.stringContaining('is a phone of Keeping in use') }
    expect((await client.from('inventory').delete().eq('id', item.id)).error).toMatchObject(refusal)
    const stored = await Promise.all([item, free].map(({ id }) => storedRow('inventory', id)))
    const seen = stored.map((row) => ({ id: row?.id, version: row?.version })) as Json
    const asked = { target_table: 'inventory', tenant: null as never, seen }
    const { data } = await client.rpc('delete_records', asked).throwOnError()
    expect(data).toMatchObject([{ id: item.id, ...refusal }])
    expect(await storedRow('inventory', free.id)).toBeUndefined()
    expect(await storedRow('devices', String(device))).toMatchObject({ inventory_id: item.id })
  })

  test('is not in use any more once its phone is deleted, and stays the company’s', async () => {
    const { tenant, company } = await insertTenant(`Removing ${unique()}`)
    const item = await newItem()
    const { data: device } = await assign('tech', item.id, tenant.id)
    const { client } = callers.tech
    await client.from('devices').delete().eq('id', String(device)).throwOnError()
    const shipped = { status: 'shipped', company_id: company.id }
    expect(await storedRow('inventory', item.id)).toMatchObject(shipped)
    for (const caller of [callers.tech, callers.superadmin]) {
      const [deleted] = await query<{ id: string }>(
        "select id from public.audit_log where record_id = $1 and action = 'delete' order by seq desc limit 1",
        [device],
      )
      const undone = await caller.client.rpc('undo_change', { entry: deleted?.id ?? '' }).throwOnError()
      expect(undone.data).toMatchObject({ kept: 0 })
      expect(await storedRow('devices', String(device))).toMatchObject({ inventory_id: item.id })
      expect(await storedRow('inventory', item.id)).toMatchObject({ ...shipped, status: 'deployed' })
      await caller.client.from('devices').delete().eq('id', String(device)).throwOnError()
      expect(await storedRow('inventory', item.id)).toMatchObject(shipped)
    }
    const broken = await newItem()
    const other = await assign('tech', broken.id, tenant.id)
    await query("update public.inventory set status = 'rma' where id = $1", [broken.id])
    await client.from('devices').delete().eq('id', String(other.data)).throwOnError()
    expect(await storedRow('inventory', broken.id)).toMatchObject({ status: 'rma' })
  })

  test.each([
    ['superadmin', 'in_stock', null],
    ['tech', 'shipped', expect.any(String)],
  ] as const)(
    'is where it was before when %s undoes the addition of its phone, if the role may change stock',
    async (role, status, company_id) => {
      const { tenant } = await insertTenant(`Taking back ${unique()}`)
      const item = await newItem()
      const { data: device } = await assign('tech', item.id, tenant.id)
      const [added] = await query<{ id: string }>(
        "select id from public.audit_log where record_id = $1 and action = 'insert'",
        [device],
      )
      const undone = await callers[role].client.rpc('undo_change', { entry: added?.id ?? '' }).throwOnError()
      expect(undone.data).toMatchObject({ kept: 0 })
      expect(await storedRow('devices', String(device))).toBeUndefined()
      expect(await storedRow('inventory', item.id)).toMatchObject({ status, company_id })
    },
  )

  test('is no longer in use when the addition of its phone is undone on the tenant’s page', async () => {
    const { tenant, company } = await insertTenant(`Taking back here ${unique()}`)
    const item = await newItem()
    const { data: device } = await assign('tech', item.id, tenant.id)
    const [added] = await query<{ id: string }>(
      "select id from public.audit_log where record_id = $1 and action = 'insert'",
      [device],
    )
    const asked = { entry: added?.id ?? '', tenant: tenant.id }
    const undone = await callers.superadmin.client.rpc('undo_change', asked).throwOnError()
    expect(undone.data).toMatchObject({ undone: 1, kept: 0 })
    expect(await storedRow('devices', String(device))).toBeUndefined()
    expect(await storedRow('inventory', item.id)).toMatchObject({
      status: 'shipped',
      company_id: company.id,
    })
  })

  test('is anyone’s again once it has returned to stock, unless the change names another company', async () => {
    const { tenant } = await insertTenant(`Returning ${unique()}`)
    const [item, sent] = [await newItem(), await newItem()]
    const { client } = callers.admin
    for (const { id } of [item, sent]) {
      const { data: device } = await assign('superadmin', id, tenant.id)
      expect((await storedRow('inventory', id))?.company_id).toEqual(expect.any(String))
      await client.from('devices').delete().eq('id', String(device)).throwOnError()
    }
    const { company_id } = (await storedRow('inventory', item.id)) as { company_id: string }
    // As the form sends it: with the company that it showed.
    await client.from('inventory').update({ status: 'in_stock', company_id }).eq('id', item.id).throwOnError()
    expect(await storedRow('inventory', item.id)).toMatchObject({ status: 'in_stock', company_id: null })
    const other = await insertTenant(`Next ${unique()}`)
    expect((await assign('superadmin', item.id, other.tenant.id)).error).toBeNull()
    const next = (await storedRow('inventory', item.id)) as { company_id: string }
    expect(next.company_id).not.toBe(company_id)
    const change = { status: 'in_stock', company_id: next.company_id }
    await client.from('inventory').update(change).eq('id', sent.id).throwOnError()
    expect(await storedRow('inventory', sent.id)).toMatchObject(change)
  })

  test('of a company that kept it in stock is the company’s again when its reservation is undone', async () => {
    const { tenant } = await insertTenant(`Keeping ${unique()}`)
    const item = await newItem()
    await query(
      'update public.inventory set company_id = (select id from public.companies where domain_uuid = $2) where id = $1',
      [item.id, tenant.id],
    )
    const kept = await storedRow('inventory', item.id)
    const { client } = callers.admin
    await client.from('inventory').update({ status: 'reserved' }).eq('id', item.id).throwOnError()
    const [reserved] = await query<{ id: string }>(
      'select id from public.audit_log where record_id = $1 order by seq desc limit 1',
      [item.id],
    )
    await client.rpc('undo_change', { entry: reserved?.id ?? '' }).throwOnError()
    expect(await storedRow('inventory', item.id)).toMatchObject({
      status: 'in_stock',
      company_id: kept?.company_id,
    })
  })

  test('cannot be assigned to a phone with another MAC address', async () => {
    const item = await newItem()
    const device = await newDevice({ inventory_id: item.id })
    expect((await callers.tech.client.from('devices').insert(device)).error?.code).toBe('23514')
  })
})
