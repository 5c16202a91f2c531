import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { newTenant } from '../support/factories/companies'
import { newDeviceProfile } from '../support/factories/devices'
import { insertRow, uniqueMac } from '../support/factories/row'
import { newStockItem } from '../support/factories/sales'
import { newDevice } from '../support/factories/telephony'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const macOf = (prefix: string) => `${prefix}${uniqueMac().slice(8)}`
const YEALINK = '80:5E:C0'
const GRANDSTREAM = '00:0B:82'

async function yealink() {
  const profile = await insertRow('device_profiles', await newDeviceProfile())
  return insertRow(
    'devices',
    await newDevice({
      tenant_id: profile.tenant_id,
      profile_id: profile.id,
      mac: macOf(YEALINK),
      vendor: 'Yealink',
      model: 'T54W',
    }),
  )
}

const swap = (device: { id: string; tenant_id: string; version: number }, values: Record<string, unknown>) =>
  callers.tech.client.rpc('save_record', {
    target_table: 'devices',
    record: device.id,
    tenant: device.tenant_id,
    expected_version: device.version,
    record_values: values as never,
    children: {},
  })

describe('a replacement phone', () => {
  test('of the same vendor needs only its MAC address', async () => {
    const device = await yealink()
    const mac = macOf(YEALINK)
    expect((await swap(device, { mac })).error).toBeNull()
    expect(await storedRow('devices', device.id)).toMatchObject({ mac, vendor: 'Yealink', model: 'T54W' })
  })

  test('of another vendor is rejected until its model is chosen', async () => {
    const device = await yealink()
    const mac = macOf(GRANDSTREAM)
    const alone = await swap(device, { mac })
    expect(alone.error).toMatchObject({
      code: '23514',
      message: `${mac} is a Grandstream phone. Choose its model and profile.`,
    })
    const sameModel = await swap(device, { mac, vendor: 'Grandstream' })
    expect(sameModel.error?.message).toBe('Choose the model of the new phone.')
    const sameProfile = await swap(device, { mac, vendor: 'Grandstream', model: 'GRP2614' })
    expect(sameProfile.error?.message).toBe('Choose a profile for Grandstream phones, or none.')
    expect(await storedRow('devices', device.id)).toMatchObject({ mac: device.mac, vendor: 'Yealink' })
  })

  test('of another vendor changes the model and profile', async () => {
    const device = await yealink()
    const profile = await insertRow(
      'device_profiles',
      await newDeviceProfile({ tenant_id: device.tenant_id, vendor: 'Grandstream', model: 'GRP2614' }),
    )
    const values = {
      mac: macOf(GRANDSTREAM),
      vendor: 'Grandstream',
      model: 'GRP2614',
      profile_id: profile.id,
    }
    expect((await swap(device, values)).error).toBeNull()
    expect(await storedRow('devices', device.id)).toMatchObject(values)
  })

  test('of an unknown vendor is accepted as entered', async () => {
    const device = await yealink()
    const mac = macOf('02:00:5E')
    expect((await swap(device, { mac })).error).toBeNull()
    expect(await storedRow('devices', device.id)).toMatchObject({ mac, vendor: 'Yealink' })
  })
})

describe('a profile of another vendor', () => {
  const message = (vendor: string) => `Choose a profile for ${vendor} phones, or none.`

  test('is rejected for a new phone and for a stored one, and so is a vendor that the profile is not for', async () => {
    const device = await yealink()
    const { tenant_id, profile_id } = device
    const poly = await newDevice({ tenant_id, mac: macOf('00:04:F2') })
    const { client } = callers.tech
    const added = await client.from('devices').insert({ ...poly, profile_id })
    expect(added.error).toMatchObject({ code: '23514', message: message('Polycom') })
    const stored = await insertRow('devices', poly)
    const chosen = await client.from('devices').update({ profile_id, version: 2 }).eq('id', stored.id)
    expect(chosen.error).toMatchObject({ code: '23514', message: message('Polycom') })
    const changed = await client.from('devices').update({ vendor: 'Snom', version: 2 }).eq('id', device.id)
    expect(changed.error).toMatchObject({ code: '23514', message: message('Snom') })
  })

  test('is kept by phones whose profile changes its vendor, until the profile or the vendor is changed', async () => {
    const { id, profile_id } = await yealink()
    await query("update public.device_profiles set vendor = 'Snom' where id = $1", [profile_id])
    await callers.tech.client
      .from('devices')
      .update({ label: 'Gate', version: 2 })
      .eq('id', id)
      .throwOnError()
    expect(await storedRow('devices', id)).toMatchObject({ label: 'Gate', profile_id })
  })

  test('may be chosen for a phone of an unknown vendor', async () => {
    const { tenant_id, profile_id } = await yealink()
    const phone = await insertRow('devices', await newDevice({ tenant_id, profile_id }))
    expect(phone).toMatchObject({ profile_id, vendor: '' })
  })
})

describe('an imported phone', () => {
  const imported = (tenant: string, row: Record<string, string>) =>
    callers.tech.client
      .rpc('import_records', {
        target_table: 'devices',
        tenant,
        key_columns: ['mac'],
        rows: [row],
        dry_run: false,
      })
      .throwOnError()
  const phoneOf = async (mac: string) =>
    (await query<Record<string, unknown>>('select * from public.devices where mac = $1', [mac]))[0]

  test('has the maker of its MAC address as vendor unless the file names one, also with an empty column', async () => {
    const { id: tenant } = await insertRow('tenants', await newTenant())
    const [mac, named] = [macOf(YEALINK), macOf(YEALINK)]
    await imported(tenant, { mac, label: 'Lobby' })
    expect(await phoneOf(mac)).toMatchObject({ vendor: 'Yealink' })
    await imported(tenant, { mac, label: 'Gate', vendor: '' })
    expect(await phoneOf(mac)).toMatchObject({ label: 'Gate', vendor: 'Yealink' })
    await imported(tenant, { mac: named, vendor: 'Snom' })
    expect(await phoneOf(named)).toMatchObject({ vendor: 'Snom' })
  })

  test('from stock keeps the model and serial number of its item when the file is imported again without them', async () => {
    const { id: tenant } = await insertRow('tenants', await newTenant())
    const item = await insertRow('inventory', await newStockItem({ mac: macOf(YEALINK), model: 'T54W' }))
    const row = { mac: String(item.mac), label: 'Lobby', model: '', serial_number: '' }
    await imported(tenant, row)
    const first = await phoneOf(row.mac)
    expect(first).toMatchObject({ model: 'T54W', serial_number: item.serial })
    await imported(tenant, row)
    expect(await phoneOf(row.mac)).toMatchObject({ model: 'T54W', serial_number: item.serial })
    await imported(tenant, { ...row, model: 'T57W', serial_number: 'TYPED-1' })
    expect(await phoneOf(row.mac)).toMatchObject({ model: 'T57W', serial_number: 'TYPED-1' })
  })
})
