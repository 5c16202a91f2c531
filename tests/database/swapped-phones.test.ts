import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { storedRow } from '../support/database'
import { newDeviceProfile } from '../support/factories/devices'
import { insertRow, uniqueMac } from '../support/factories/row'
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
