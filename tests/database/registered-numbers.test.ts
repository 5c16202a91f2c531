import { beforeAll, describe, expect, test } from 'vitest'
import type { TablesUpdate } from '@/lib/supabase/database.types'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query, storedRow } from '../support/database'
import { FACTORIES } from '../support/factories'
import {
  type Did,
  type E911State,
  type E911Step,
  insertAddress,
  insertRegistered,
  newest,
  takeStep,
} from '../support/factories/emergency'
import { insertRow } from '../support/factories/row'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

const take = (did: Did, step: E911Step, role: Role = 'tech') => takeStep(callers[role], did, step)

describe('a number registered for 911', () => {
  test.each(['submitted', 'confirmed', 'rejected'] as const)(
    'stays with its tenant while its registration is %s',
    async (state) => {
      const did = await insertRegistered(state)
      const elsewhere = await insertRegistered('none')
      const words = `${did.number} is registered for 911. End its registration first.`
      const { client } = callers.superadmin
      const chosen = [{ id: did.id, version: did.version }]
      const given = { chosen, tenant: String(elsewhere.tenant_id) }
      const refused = [{ message: words }]
      expect((await client.rpc('release_numbers', { chosen })).data).toMatchObject(refused)
      expect((await client.rpc('assign_numbers', given)).data).toMatchObject(refused)
      const moved = await client.from('dids').update({ tenant_id: elsewhere.tenant_id }).eq('id', did.id)
      expect(moved.error?.message).toBe(words)
      expect((await client.from('dids').delete().eq('id', did.id)).error?.message).toBe(words)
      expect(await newest(did)).toEqual(did)
      expect((await take(did, { to: 'none' })).error).toBeNull()
      const { version } = await newest(did)
      expect((await client.rpc('release_numbers', { chosen: [{ id: did.id, version }] })).data).toEqual([])
      expect(await newest(did)).toMatchObject({ tenant_id: null, status: 'aging' })
    },
  )

  test.each(['submitted', 'confirmed'] as const)(
    'keeps its address unchanged while it is %s',
    async (state) => {
      const did = await insertRegistered(state)
      const address = String(did.emergency_address_id)
      const table = callers.tech.client.from('emergency_addresses')
      const { error } = await table.update({ street: '99 Elsewhere Road' }).eq('id', address)
      expect(error).toMatchObject({
        code: '23001',
        message: `The carrier uses this address for ${did.number}. Add a new address and register the number there.`,
      })
      const renamed = await callers.tech.client
        .from('emergency_addresses')
        .update({ label: 'The old office' })
        .eq('id', address)
      expect(renamed.error).toBeNull()
      expect(await storedRow('emergency_addresses', address)).toMatchObject({
        street: '12 Harbor Lane',
        label: 'The old office',
      })
    },
  )

  test('can have its address corrected after a rejection', async () => {
    const did = await insertRegistered('rejected')
    const { error } = await callers.tech.client
      .from('emergency_addresses')
      .update({ street: '99 Elsewhere Road' })
      .eq('id', String(did.emergency_address_id))
    expect(error).toBeNull()
  })

  test.each<[E911State, boolean]>([
    ['none', false],
    ['submitted', false],
    ['confirmed', true],
    ['rejected', false],
  ])('that is %s can be an emergency caller ID: %s', async (state, taken) => {
    const did = await insertRegistered(state)
    const extension = await insertRow(
      'extensions',
      await FACTORIES.extensions({ tenant_id: String(did.tenant_id) }),
    )
    const { error } = await callers.tech.client
      .from('extensions')
      .update({ emergency_did_id: did.id })
      .eq('id', extension.id)
    expect(error?.message ?? null).toBe(
      taken
        ? null
        : `${did.number} cannot be an emergency caller ID before the carrier has confirmed its 911 address.`,
    )
    expect((await storedRow('extensions', extension.id))?.emergency_did_id).toBe(taken ? did.id : null)
  })

  test('remains an emergency caller ID while it moves to another address', async () => {
    const did = await insertRegistered('confirmed')
    const tenant_id = String(did.tenant_id)
    const extension = await insertRow(
      'extensions',
      await FACTORIES.extensions({ tenant_id, emergency_did_id: did.id }),
    )
    const ended = await take(did, { to: 'none' })
    expect(ended.error).toMatchObject({
      code: '23514',
      message: `${did.number} is the emergency caller ID of ${extension.extension}. Choose another one there first.`,
    })
    const address = await insertAddress(tenant_id)
    expect((await take(did, { to: 'submitted', address: address.id })).error).toBeNull()
    const { data } = await callers.tech.client.rpc('emergency_readiness', { tenant: tenant_id })
    expect(data).toMatchObject({
      dids: [{ id: did.id, state: 'submitted', emergencyAddressId: address.id }],
      extensions: [{ emergencyDidId: did.id }],
    })
    const saved = await callers.tech.client.rpc('save_record', {
      target_table: 'extensions',
      record: String(extension.id),
      tenant: tenant_id,
      expected_version: 1,
      record_values: { emergency_did_id: did.id, location: 'New office, floor 3' },
    })
    expect(saved.error).toBeNull()
    expect(await storedRow('extensions', String(extension.id))).toMatchObject({
      emergency_did_id: did.id,
      location: 'New office, floor 3',
    })
  })

  test('is told to the 911 check with the phones of the extensions', async () => {
    const tenant_id = String((await insertRegistered('confirmed')).tenant_id)
    const extension = await insertRow('extensions', await FACTORIES.extensions({ tenant_id }))
    const device = await insertRow('devices', await FACTORIES.devices({ tenant_id, location: 'Warehouse' }))
    for (const line of [1, 2])
      await insertRow(
        'device_lines',
        await FACTORIES.device_lines({ tenant_id, device_id: device.id, extension_id: extension.id, line }),
      )
    const { data } = await callers.tech.client.rpc('emergency_readiness', { tenant: tenant_id })
    expect(data).toMatchObject({
      devices: [{ id: device.id, location: 'Warehouse', extensionIds: [extension.id] }],
    })
  })

  test('leaves by routes that are told to the 911 check with what they make of it', async () => {
    const tenant_id = String((await insertRegistered('confirmed')).tenant_id)
    const changes = { strip_digits: 1, prefix: '1', position: 7 }
    await insertRow('outbound_routes', { ...(await FACTORIES.outbound_routes({ tenant_id })), ...changes })
    const { data } = await callers.tech.client.rpc('emergency_readiness', { tenant: tenant_id })
    expect(data).toMatchObject({ outboundRoutes: [changes] })
  })

  test('is included in the 911 check, with whether a dispatcher can call it back', async () => {
    const did = await insertRegistered('confirmed')
    const tenant_id = String(did.tenant_id)
    const { id } = await insertRow('extensions', await FACTORIES.extensions({ tenant_id }))
    const told = async (columns: TablesUpdate<'dids'>) => {
      const { error } = await callers.tech.client.from('dids').update(columns).eq('id', did.id)
      expect(error).toBeNull()
      const { data } = await callers.tech.client.rpc('emergency_readiness', { tenant: tenant_id })
      const [{ enabled, leaving, voice, routed, callBack }] = (data as { dids: [Record<string, boolean>] })
        .dids
      return { enabled, leaving, voice, routed, callBack }
    }
    const ready = { enabled: true, destination_id: id, emergency: true }
    const change = async (changes: TablesUpdate<'extensions'>) => {
      const changed = await callers.tech.client.from('extensions').update(changes).eq('id', String(id))
      expect(changed.error).toBeNull()
    }
    const reached = { enabled: true, leaving: false, voice: true, routed: true, callBack: true }
    expect(await told(ready)).toEqual(reached)
    expect(await told({ destination_id: null })).toEqual({ ...reached, routed: false })
    expect(await told({ ...ready, voice: false, fax: true })).toEqual({ ...reached, voice: false })
    expect(await told({ voice: true, emergency: false })).toEqual({ ...reached, callBack: false })
    for (const out of [{ suspended: true }, { enabled: false }]) {
      await change(out)
      expect(await told({})).toMatchObject({ routed: false })
      await change({ suspended: false, enabled: true })
    }
    expect(await told({ enabled: false })).toMatchObject({ enabled: false })
    await query(`update public.dids set status = 'porting_out' where id = $1`, [did.id])
    expect(await told({})).toMatchObject({ leaving: true })
  })
})
