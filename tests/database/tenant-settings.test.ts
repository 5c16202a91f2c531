import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import { newTenant } from '../support/factories/companies'
import { insertRegistered } from '../support/factories/emergency'
import { type Given, insertRow } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'
import { memberWith } from '../support/members'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const makeSettings = async (given: Given<'tenant_settings'> = {}) =>
  insertRow('tenant_settings', await FACTORIES.tenant_settings(given))
const change = (id: string, values: Given<'tenant_settings'>, role: Role = 'admin') =>
  callers[role].client.from('tenant_settings').update(values).eq('id', id)
const save = (tenant: string, version: number | null, record_values: Given<'tenant_settings'>) =>
  callers.tech.client.rpc('save_record', {
    target_table: 'tenant_settings',
    record: tenant,
    tenant,
    expected_version: version as number,
    record_values,
  })

describe('the settings of a tenant', () => {
  test.each<[string, Given<'tenant_settings'>]>([
    ['an unsupported country', { country: 'FR' }],
    ['an area code that starts with 1', { area_code: '120' }],
    ['an invalid language tag', { language: 'English' }],
    ['an open-ended range', { extension_low: 1000 }],
    ['a range that ends before it begins', { extension_low: 2000, extension_high: 1000 }],
    ['a range of mixed lengths', { extension_low: 900, extension_high: 1100 }],
    ['a range beyond seven digits', { extension_low: 10_000_000, extension_high: 10_000_001 }],
    ['a retention of zero days', { recording_retention_days: 0 }],
    ['a call limit of zero', { concurrent_call_limit: 0 }],
    ['an invalid notification address', { emergency_notification_emails: ['front@desk.example', 'desk'] }],
    ['an invalid address of phones', { registration_addresses: ['192.0.2.0/24', 'office'] }],
    ['an IPv6 address of phones', { registration_addresses: ['2001:db8::7'] }],
    ['an empty list of addresses', { registration_addresses: [] }],
  ])('reject %s', async (_, values) => {
    const settings = await makeSettings()
    const { data } = await callers.tech.client.from('tenant_settings').select('version').eq('id', settings.id)
    const { error } = await callers.admin.client.rpc('save_record', {
      target_table: 'tenant_settings',
      record: settings.id,
      tenant: settings.id,
      expected_version: data?.[0]?.version ?? 0,
      record_values: values,
    })
    expect(error?.code).toBe('23514')
    expect(await storedRow('tenant_settings', settings.id)).toEqual(settings)
  })

  test('are created by the first save and inherit everything it leaves out', async () => {
    const tenant = await insertRow('tenants', await newTenant())
    const emails = ['front@desk.example', 'guard@desk.example']
    expect(
      (await save(tenant.id, null, { area_code: '207', emergency_notification_emails: emails })).error,
    ).toBeNull()
    expect(await storedRow('tenant_settings', tenant.id)).toMatchObject({
      area_code: '207',
      emergency_notification_emails: emails,
      language: null,
      recording_retention_days: null,
    })
  })

  test('reject a save over a newer version', async () => {
    const { id } = await makeSettings()
    expect((await save(id, 1, { area_code: '207' })).error).toBeNull()
    expect((await save(id, 1, { area_code: '208' })).error?.code).toBe('TR409')
    expect(await storedRow('tenant_settings', id)).toMatchObject({ area_code: '207', version: 2 })
  })

  test('have one row per tenant', async () => {
    const settings = await makeSettings()
    const other = await insertRow('tenants', await newTenant())
    const { error } = await callers.tech.client
      .from('tenant_settings')
      .insert({ id: other.id, tenant_id: settings.tenant_id })
    expect(error?.code).toBe('23514')
  })

  test('accept only a caller ID of the tenant', async () => {
    const { id } = await makeSettings()
    const own = await insertRow('dids', await FACTORIES.dids({ tenant_id: id }))
    const elsewhere = await insertRow('dids', await FACTORIES.dids())
    expect((await change(id, { outbound_did_id: elsewhere.id })).error?.code).toBe('23503')
    expect((await change(id, { outbound_did_id: own.id })).error).toBeNull()
  })

  test('allow limits to be changed only by users who may edit tenants', async () => {
    const { id } = await makeSettings({ did_limit: 10 })
    expect((await change(id, { did_limit: 100 }, 'tech')).error?.code).toBe('42501')
    expect(await storedRow('tenant_settings', id)).toMatchObject({ did_limit: 10 })
    expect((await change(id, { did_limit: 100 }, 'admin')).error).toBeNull()
    const other = await insertRow('tenants', await newTenant())
    const row = { id: other.id, tenant_id: other.id, concurrent_call_limit: 5 }
    expect((await callers.tech.client.from('tenant_settings').insert(row)).error?.code).toBe('42501')
  })

  test('are deleted with limits only by users who may edit tenants', async () => {
    const remove = (id: string, role: Role) =>
      callers[role].client.from('tenant_settings').delete().eq('id', id)
    for (const limit of ['did_limit', 'concurrent_call_limit'] as const) {
      const none = { did_limit: null, concurrent_call_limit: null }
      const limited = await makeSettings({ ...none, [limit]: 10 })
      expect((await remove(limited.id, 'tech')).error?.code).toBe('42501')
      expect(await storedRow('tenant_settings', limited.id)).toEqual(limited)
      const unlimited = await makeSettings(none)
      for (const [id, role] of [
        [unlimited.id, 'tech'],
        [limited.id, 'admin'],
      ] as const) {
        expect((await remove(id, role)).error).toBeNull()
        expect(await storedRow('tenant_settings', id)).toBeUndefined()
      }
    }
  })

  test('go with their tenant, whoever deletes it', async () => {
    const { id } = await makeSettings({ did_limit: 10 })
    const { client } = await memberWith('tenants.view', 'tenants.delete')
    expect((await client.from('tenants').delete().eq('id', id)).error).toBeNull()
    expect(await storedRow('tenant_settings', id)).toBeUndefined()
  })
})

describe('the number limit', () => {
  test('rejects further numbers, with the figures in the error', async () => {
    const { id } = await makeSettings({ did_limit: 1 })
    await insertRow('dids', await FACTORIES.dids({ tenant_id: id }))
    const free = await insertRow('dids', await newFreeNumber())
    const { client } = callers.superadmin
    const assigned = await client.from('dids').update({ tenant_id: id, status: 'assigned' }).eq('id', free.id)
    expect(assigned.error).toMatchObject({ code: '23514', message: 'This tenant has 1 of 1 numbers in use.' })
    const added = await client.from('dids').insert(await newFreeNumber({ tenant_id: id, status: 'assigned' }))
    expect(added.error?.code).toBe('23514')
    expect(await query('select id from public.dids where tenant_id = $1', [id])).toHaveLength(1)
    await change(id, { did_limit: 2 })
    expect(
      (await client.from('dids').update({ tenant_id: id, status: 'assigned' }).eq('id', free.id)).error,
    ).toBeNull()
  })

  test('does not stop edits of existing numbers', async () => {
    const { id } = await makeSettings({ did_limit: 1 })
    const did = await insertRow('dids', await FACTORIES.dids({ tenant_id: id }))
    await change(id, { did_limit: 0 })
    const edited = await callers.tech.client.from('dids').update({ description: 'Main' }).eq('id', did.id)
    expect(edited.error).toBeNull()
  })
})

describe('an E911 address', () => {
  const makeAddress = async (given: Given<'emergency_addresses'> = {}) =>
    insertRow('emergency_addresses', await FACTORIES.emergency_addresses(given))
  const edit = (id: string, values: Given<'emergency_addresses'>) =>
    callers.tech.client.from('emergency_addresses').update(values).eq('id', id)

  test.each<[string, Given<'emergency_addresses'>]>([
    ['no street', { street: ' ' }],
    ['a spelled-out state', { state: 'Maine' }],
    ['a four-digit ZIP code', { postal_code: '0410' }],
    ['a Canadian postal code in the United States', { postal_code: 'K1A 0B1' }],
    ['a ZIP code in Canada', { country: 'CA' }],
  ])('is rejected with %s', async (_, values) => {
    const address = await makeAddress()
    expect((await edit(address.id, values)).error?.code).toBe('23514')
    expect(await storedRow('emergency_addresses', address.id)).toEqual(address)
  })

  test('may be in Canada', async () => {
    const { id } = await makeAddress()
    expect((await edit(id, { country: 'CA', state: 'ON', postal_code: 'K1A 0B1' })).error).toBeNull()
  })

  test('loses its validation when it is changed', async () => {
    const { id } = await makeAddress({ validated_at: '2026-02-01T10:00:00Z' })
    await edit(id, { label: 'Head office' })
    expect(await storedRow('emergency_addresses', id)).toMatchObject({
      validated_at: '2026-02-01T10:00:00+00:00',
    })
    await edit(id, { street: '14 Harbor Lane' })
    expect(await storedRow('emergency_addresses', id)).toMatchObject({ validated_at: null })
    await edit(id, { street: '15 Harbor Lane', validated_at: '2026-03-01T10:00:00Z' })
    expect(await storedRow('emergency_addresses', id)).toMatchObject({
      validated_at: '2026-03-01T10:00:00+00:00',
    })
  })

  test('cannot be deleted while a number is registered at it', async () => {
    const { emergency_address_id: id } = await insertRegistered('rejected')
    const { error } = await callers.tech.client.from('emergency_addresses').delete().eq('id', String(id))
    expect(error?.code).toBe('23503')
    expect(await storedRow('emergency_addresses', String(id))).toBeDefined()
  })
})

test('a number can leave its tenant, and the tenant be deleted, once its registration has ended', async () => {
  const { id } = await makeSettings()
  const did = await insertRegistered('confirmed', { tenant_id: id })
  const link = await insertRow(
    'portal_user_extensions',
    await FACTORIES.portal_user_extensions({ tenant_id: id }),
  )
  const { client } = callers.superadmin
  await client.from('dids').update({ e911_state: 'none' }).eq('id', did.id)
  await client.from('dids').update({ tenant_id: null, status: 'aging' }).eq('id', did.id)
  expect(await storedRow('dids', did.id)).toMatchObject({ tenant_id: null, emergency_address_id: null })
  await callers.admin.client.from('tenants').delete().eq('id', id)
  expect(await storedRow('tenant_settings', id)).toBeUndefined()
  expect(await storedRow('extensions', link.extension_id)).toBeUndefined()
})
