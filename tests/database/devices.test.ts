import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { insertTenant } from '../support/factories/companies'
import {
  newDeviceKey,
  newDeviceLine,
  newDeviceProfile,
  newProfileKey,
  newProfileSetting,
} from '../support/factories/devices'
import { insertRow, unique, uniqueMac } from '../support/factories/row'
import { newStockItem } from '../support/factories/sales'
import { newDevice, newExtension } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const newPhone = async (given = {}) => insertRow('devices', await newDevice(given))
const auditCount = async (id: string) =>
  Number(
    (await query<{ n: string }>('select count(*) as n from public.audit_log where record_id = $1', [id]))[0]
      ?.n,
  )

describe('the lines of a phone', () => {
  test('have each number once', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    const again = await newDeviceLine({
      tenant_id: line.tenant_id,
      device_id: line.device_id,
      extension_id: line.extension_id,
    })
    const { error } = await callers.tech.client.from('device_lines').insert(again)
    expect(error?.code).toBe('23505')
    expect(await storedRow('device_lines', again.id)).toBeUndefined()
  })

  test('register extensions of the phone’s own tenant only', async () => {
    const stranger = await insertRow('extensions', await newExtension())
    const device = await newPhone()
    const line = await newDeviceLine({
      tenant_id: device.tenant_id,
      device_id: device.id,
      extension_id: stranger.id,
    })
    const { error } = await callers.tech.client.from('device_lines').insert(line)
    expect(error?.code).toBe('23503')
    expect(await storedRow('device_lines', line.id)).toBeUndefined()
  })

  test('keep their extension from being deleted, and are named as its use by their phone', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    const { client } = callers.tech
    const { error } = await client.from('extensions').delete().eq('id', line.extension_id)
    expect(error?.code).toBe('23503')
    expect(await storedRow('extensions', line.extension_id)).toBeDefined()
    const { data } = await client.rpc('used_by', { target_table: 'extensions', target: line.extension_id })
    expect(data).toEqual([expect.objectContaining({ table_name: 'devices', record_id: line.device_id })])
  })

  test.each([
    ['line', { line: 0 }],
    ['transport', { transport: 'sctp' }],
    ['register_expires', { register_expires: 59 }],
  ])('refuse a %s out of range', async (_, given) => {
    const line = await newDeviceLine(given)
    const { error } = await callers.tech.client.from('device_lines').insert(line)
    expect(error?.code).toBe('23514')
  })

  test('change their transport for several phones at once, those named only', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    const other = await insertRow(
      'device_lines',
      await newDeviceLine({ tenant_id: line.tenant_id, extension_id: line.extension_id }),
    )
    const { data } = await callers.tech.client.rpc('set_line_transport', {
      tenant: line.tenant_id,
      devices: [line.device_id],
      transport: 'tls',
    })
    expect(data).toBe(1)
    expect(await storedRow('device_lines', line.id)).toMatchObject({ transport: 'tls' })
    expect(await storedRow('device_lines', other.id)).toMatchObject({ transport: 'udp' })
  })
})

describe('keys', () => {
  test('change places in one save', async () => {
    const profile = await insertRow('device_profiles', await newDeviceProfile())
    const at = { tenant_id: profile.tenant_id, profile_id: profile.id }
    const [first, second] = [
      await insertRow('device_profile_keys', await newProfileKey({ ...at, position: 1 })),
      await insertRow('device_profile_keys', await newProfileKey({ ...at, position: 2 })),
    ]
    const { error } = await callers.tech.client.rpc('save_record', {
      target_table: 'device_profiles',
      record: profile.id,
      tenant: profile.tenant_id,
      expected_version: profile.version,
      record_values: {},
      children: {
        device_profile_keys: {
          parent: 'profile_id',
          rows: [
            { ...first, position: 2 },
            { ...second, position: 1 },
          ],
        },
      },
    })
    expect(error).toBeNull()
    expect(await storedRow('device_profile_keys', first.id)).toMatchObject({ position: 2 })
    expect(await storedRow('device_profile_keys', second.id)).toMatchObject({ position: 1 })
  })

  test('are one at each place', async () => {
    const key = await insertRow('device_keys', await newDeviceKey())
    const again = await newDeviceKey({ tenant_id: key.tenant_id, device_id: key.device_id })
    expect((await callers.tech.client.from('device_keys').insert(again)).error?.code).toBe('23505')
  })

  test('that watch an extension follow it to another number, and keep it from being deleted', async () => {
    const device = await newPhone()
    const extension = await insertRow('extensions', await newExtension({ tenant_id: device.tenant_id }))
    await insertRow(
      'device_keys',
      await newDeviceKey({
        tenant_id: device.tenant_id,
        device_id: device.id,
        type: 'blf',
        value: '',
        destination_id: extension.id,
      }),
    )
    const { client } = callers.tech
    await client.from('extensions').update({ extension: '2077' }).eq('id', extension.id).throwOnError()
    const { data } = await client.rpc('device_configuration', { device: device.id })
    expect(data).toMatchObject({ keys: [{ type: 'blf', value: '2077' }] })
    expect((await client.from('extensions').delete().eq('id', extension.id)).error?.code).toBe('23503')
  })

  test.each([
    ['a number and a destination', { destination_id: 'own' }],
    ['no number', { value: '' }],
    ['what would begin a line of its own in a file', { value: '12\n34' }],
    ['a label of two lines', { label: 'a\nb' }],
    ['a place before the first', { position: 0 }],
  ])('are refused with %s', async (_, given) => {
    const key = await newDeviceKey()
    const extension = await insertRow('extensions', await newExtension({ tenant_id: key.tenant_id }))
    const refused = {
      ...key,
      ...given,
      ...('destination_id' in given ? { destination_id: extension.id } : {}),
    }
    expect((await callers.tech.client.from('device_keys').insert(refused)).error?.code).toBe('23514')
    expect(await storedRow('device_keys', key.id)).toBeUndefined()
  })
})

describe('a profile', () => {
  test('that a phone follows is not deleted, and the phone is named', async () => {
    const profile = await insertRow('device_profiles', await newDeviceProfile())
    const device = await newPhone({ tenant_id: profile.tenant_id, profile_id: profile.id })
    const { client } = callers.tech
    expect((await client.from('device_profiles').delete().eq('id', profile.id)).error?.code).toBe('23503')
    const { data } = await client.rpc('used_by', { target_table: 'device_profiles', target: profile.id })
    expect(data).toEqual([expect.objectContaining({ table_name: 'devices', record_id: device.id })])
    await client.from('devices').update({ profile_id: null }).eq('id', device.id).throwOnError()
    await client.from('device_profiles').delete().eq('id', profile.id).throwOnError()
    expect(await storedRow('device_profiles', profile.id)).toBeUndefined()
  })

  test('is followed by phones of its own tenant only', async () => {
    const profile = await insertRow('device_profiles', await newDeviceProfile())
    const device = await newPhone()
    const { error } = await callers.tech.client
      .from('devices')
      .update({ profile_id: profile.id })
      .eq('id', device.id)
    expect(error?.code).toBe('23503')
  })

  test.each([
    'account.1.password',
    'P2',
    'P34',
    'device.auth.localAdminPassword',
    'static.security.user_password',
    'a b',
    'x\ny',
  ])('takes no setting named "%s"', async (name) => {
    const setting = await newProfileSetting({ name })
    expect((await callers.tech.client.from('device_profile_settings').insert(setting)).error?.code).toBe(
      '23514',
    )
  })
})

describe('a phone that fetches its configuration', () => {
  const note = (device: { tenant_id: string; mac: string }, status = 200, tenant = device.tenant_id) =>
    query(`select public.note_provisioning($1, $2, '198.51.100.7', 'Yealink', 'file.cfg', $3, 120)`, [
      tenant,
      device.mac,
      status,
    ])

  test('shows when it did, and is not changed by it: no version, no trail', async () => {
    const device = await newPhone()
    const before = await auditCount(device.id)
    await note(device)
    expect(await storedRow('devices', device.id)).toMatchObject({
      last_provisioned_at: expect.any(String),
      version: device.version,
      updated_at: device.updated_at,
    })
    expect(await auditCount(device.id)).toBe(before)
    const log = await query(
      'select status, bytes, address from public.provisioning_log where device_id = $1',
      [device.id],
    )
    expect(log).toEqual([{ status: 200, bytes: 120, address: '198.51.100.7' }])
  })

  test('and is refused shows only the request', async () => {
    const device = await newPhone()
    await note(device, 401)
    expect(await storedRow('devices', device.id)).toMatchObject({ last_provisioned_at: null })
    expect(
      await query('select 1 from public.provisioning_log where device_id = $1', [device.id]),
    ).toHaveLength(1)
  })

  test('is not touched by requests of another tenant', async () => {
    const device = await newPhone()
    const { tenant } = await insertTenant(`Other ${unique()}`)
    await note(device, 200, tenant.id)
    expect(await storedRow('devices', device.id)).toMatchObject({ last_provisioned_at: null })
  })

  test('does so at a time that nobody makes up, and begins anew with another MAC address', async () => {
    const device = await newPhone()
    await note(device)
    const seen = (await storedRow('devices', device.id))?.last_provisioned_at
    const { client } = callers.superadmin
    await client
      .from('devices')
      .update({ last_provisioned_at: null, label: 'Moved' })
      .eq('id', device.id)
      .throwOnError()
    expect(await storedRow('devices', device.id)).toMatchObject({
      last_provisioned_at: seen,
      label: 'Moved',
      version: 2,
    })
    await client.from('devices').update({ mac: uniqueMac() }).eq('id', device.id).throwOnError()
    expect(await storedRow('devices', device.id)).toMatchObject({ last_provisioned_at: null, version: 3 })
    expect(await auditCount(device.id)).toBe(3)
  })
})

describe('stock', () => {
  const newItem = async (given = {}) => insertRow('inventory', await newStockItem(given))
  const assign = (role: Role, item: string, tenant: string, label = 'Lobby') =>
    callers[role].client.rpc('assign_inventory', { item, tenant, label, vendor: 'Yealink' })

  test('becomes a phone by a technician, who has no inventory: deployed, at the company', async () => {
    const { tenant, company } = await insertTenant(`Assigned ${unique()}`)
    const item = await newItem({ model: 'T54W' })
    const { data: id } = await assign('tech', item.id, tenant.id)
    expect(await storedRow('devices', String(id))).toMatchObject({
      tenant_id: tenant.id,
      mac: item.mac,
      label: 'Lobby',
      vendor: 'Yealink',
      model: 'T54W',
      serial_number: item.serial,
      inventory_id: item.id,
    })
    expect(await storedRow('inventory', item.id)).toMatchObject({
      status: 'deployed',
      company_id: company.id,
    })
    expect((await assign('tech', item.id, tenant.id)).data).toBe(id)
    expect(await query('select 1 from public.devices where inventory_id = $1', [item.id])).toHaveLength(1)
  })

  test('is told by its MAC address to those who set up phones', async () => {
    const item = await newItem({ model: 'T54W' })
    const { data } = await callers.tech.client.rpc('find_stock', { mac: String(item.mac) })
    expect(data).toEqual([expect.objectContaining({ id: item.id, model: 'T54W', status: 'in_stock' })])
    const seen = await callers.tech.client.from('inventory').select('id').eq('id', item.id)
    expect(seen.data).toEqual([])
  })

  test.each(['anon', 'disabled', 'nomember'] as const)('is neither told nor given to %s', async (role) => {
    const { tenant } = await insertTenant(`Refused ${unique()}`)
    const item = await newItem()
    expect((await assign(role, item.id, tenant.id)).error?.code).toBe('42501')
    expect((await callers[role].client.rpc('find_stock', { mac: String(item.mac) })).error?.code).toBe(
      '42501',
    )
    expect(await storedRow('inventory', item.id)).toMatchObject({ status: 'in_stock' })
  })

  test('that is broken, or kept for another company, is refused and stays as it is', async () => {
    const { tenant } = await insertTenant(`Waiting ${unique()}`)
    const { company } = await insertTenant(`Reserving ${unique()}`)
    for (const given of [
      { status: 'rma' },
      { status: 'retired' },
      { status: 'reserved', company_id: company.id },
    ]) {
      const item = await newItem(given)
      expect((await assign('superadmin', item.id, tenant.id)).error?.code).toBe('23514')
      expect(await storedRow('inventory', item.id)).toMatchObject(given)
    }
  })

  test('is taken out when a phone is added by its MAC address', async () => {
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

  test('is another item once the MAC address is swapped; the old one goes to RMA', async () => {
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

  test('is not claimed for a phone with another MAC address', async () => {
    const item = await newItem()
    const device = await newDevice({ inventory_id: item.id })
    expect((await callers.tech.client.from('devices').insert(device)).error?.code).toBe('23514')
  })
})
