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
import { insertRow, newId, unique, uniqueMac } from '../support/factories/row'
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

describe('the MAC address of a phone', () => {
  test('is unique across tenants, and the error names the phone that has it', async () => {
    const { tenant } = await insertTenant('Holder of Phones')
    const held = await newPhone({ tenant_id: tenant.id, label: 'Front door' })
    const own = await newPhone()
    const { client } = callers.tech
    const { error } = await client.from('devices').update({ mac: held.mac }).eq('id', own.id)
    expect(error).toMatchObject({
      code: '23505',
      message: `${held.mac} is already the phone Front door of Holder of Phones.`,
    })
    expect(JSON.parse(String(error?.details))).toEqual({ kind: 'devices', id: held.id, column: 'mac' })
    expect((await storedRow('devices', own.id))?.mac).toBe(own.mac)
    const twin = await newDevice({ tenant_id: tenant.id, mac: held.mac })
    expect((await client.from('devices').insert(twin)).error?.message).toBe(
      `${held.mac} is already the phone Front door.`,
    )
    expect(await storedRow('devices', twin.id as string)).toBeUndefined()
  })

  test('can be saved again on the phone that has it', async () => {
    const { id, mac } = await newPhone()
    const { error } = await callers.tech.client.from('devices').update({ mac, label: 'Hall' }).eq('id', id)
    expect(error).toBeNull()
    expect((await storedRow('devices', id))?.label).toBe('Hall')
  })
})

describe('the lines of a phone', () => {
  test('register each line number once', async () => {
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

  test('can only register extensions of the phone’s own tenant', async () => {
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

  test('keep their extension from being deleted, and name the phone in the error', async () => {
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
  ])('reject a %s out of range', async (_, given) => {
    const line = await newDeviceLine(given)
    const { error } = await callers.tech.client.from('device_lines').insert(line)
    expect(error?.code).toBe('23514')
  })

  test('change transport in bulk, only on the selected phones', async () => {
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

  test('change transport in several requests of one run, which the trail shows as one change', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    const other = await insertRow(
      'device_lines',
      await newDeviceLine({ tenant_id: line.tenant_id, extension_id: line.extension_id }),
    )
    const run = newId()
    for (const device of [line.device_id, other.device_id])
      await callers.tech.client
        .rpc('set_line_transport', { tenant: line.tenant_id, devices: [device], transport: 'tls', run })
        .throwOnError()
    const changes = await query(
      `select transaction_id, at from public.audit_log
       where record_id = any ($1) and action = 'update' group by transaction_id, at`,
      [[line.id, other.id]],
    )
    expect(changes).toHaveLength(1)
  })
})

describe('the keys of a phone', () => {
  test('can swap positions in one save', async () => {
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
      expected_version: Number((await storedRow('device_profiles', profile.id))?.version),
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

  test('have one key per position', async () => {
    const key = await insertRow('device_keys', await newDeviceKey())
    const again = await newDeviceKey({ tenant_id: key.tenant_id, device_id: key.device_id })
    expect((await callers.tech.client.from('device_keys').insert(again)).error?.code).toBe('23505')
  })

  test('that monitor an extension follow its new number, and keep it from being deleted', async () => {
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
    const { data } = await client.rpc('device_configuration', {
      tenant: device.tenant_id,
      device: device.id,
    })
    expect(data).toMatchObject({ keys: [{ type: 'blf', value: '2077' }] })
    expect((await client.from('extensions').delete().eq('id', extension.id)).error?.code).toBe('23503')
  })

  test.each([
    ['a number and a destination', { destination_id: 'own' }],
    ['no number', { value: '' }],
    ['a line break that would add a line to the file', { value: '12\n34' }],
    ['a two-line label', { label: 'a\nb' }],
    ['a position below 1', { position: 0 }],
  ])('are rejected with %s', async (_, given) => {
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

test('a tenant is deleted with its phones, their lines, keys and profiles', async () => {
  const line = await insertRow('device_lines', await newDeviceLine())
  const { tenant_id: tenantId, extension_id: extensionId } = line
  const dials = { tenant_id: tenantId, type: 'blf', value: '', destination_id: extensionId }
  const key = await insertRow('device_profile_keys', await newProfileKey(dials))
  await insertRow('device_keys', await newDeviceKey({ ...dials, device_id: line.device_id }))
  await query('update public.devices set profile_id = $1 where id = $2', [key.profile_id, line.device_id])
  await query('delete from public.tenants where id = $1', [tenantId])
  expect(await storedRow('devices', line.device_id)).toBeUndefined()
})

describe('a device profile', () => {
  test('cannot be deleted while a phone uses it, and the error names the phone', async () => {
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

  test('can only be used by phones of its own tenant', async () => {
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
  ])('rejects a setting named "%s"', async (name) => {
    const setting = await newProfileSetting({ name })
    expect((await callers.tech.client.from('device_profile_settings').insert(setting)).error?.code).toBe(
      '23514',
    )
  })
})

describe('a phone that fetches its configuration', () => {
  const note = (device: { tenant_id: string; mac: string }, status = 200, tenant = device.tenant_id) =>
    query(`select public.log_provisioning($1, $2, '198.51.100.7', 'Yealink', 'file.cfg', $3, 120)`, [
      tenant,
      device.mac,
      status,
    ])

  test('shows when it did so, without a new version or audit entry', async () => {
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

  test('is dropped from its tenant’s log after 90 days', async () => {
    const [own, other] = [await newPhone(), await newPhone()]
    for (const device of [own, other]) await note(device)
    const ids = [own.id, other.id]
    await query(
      "update public.provisioning_log set requested_at = now() - interval '91 days' where device_id = any ($1)",
      [ids],
    )
    await note(own, 401)
    expect(
      await query(
        'select device_id, status from public.provisioning_log where device_id = any ($1) order by 2',
        [ids],
      ),
    ).toEqual([
      { device_id: other.id, status: 200 },
      { device_id: own.id, status: 401 },
    ])
  })

  test('shows only the attempt if it was refused', async () => {
    const device = await newPhone()
    await note(device, 401)
    expect(await storedRow('devices', device.id)).toMatchObject({ last_provisioned_at: null })
    expect(
      await query('select 1 from public.provisioning_log where device_id = $1', [device.id]),
    ).toHaveLength(1)
  })

  test('is not affected by requests of another tenant', async () => {
    const device = await newPhone()
    const { tenant } = await insertTenant(`Other ${unique()}`)
    await note(device, 200, tenant.id)
    expect(await storedRow('devices', device.id)).toMatchObject({ last_provisioned_at: null })
  })

  test('has a fetch time that nobody can forge, and that is reset with a new MAC address', async () => {
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
