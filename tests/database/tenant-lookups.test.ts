import { beforeAll, describe, expect, test } from 'vitest'
import { dataOf } from '@/lib/supabase/answer'
import type { DestinationList } from '@/lib/telephony/destinations'
import { type Caller, callersByRole, type Role } from '../support/clients'
import { query } from '../support/database'
import { FACTORIES } from '../support/factories'
import { insertTenant } from '../support/factories/companies'
import { insertRegistered } from '../support/factories/emergency'
import { insertRow, unique } from '../support/factories/row'
import { newFreeNumber } from '../support/factories/telephony'

const NO_TENANT = '00000000-0000-4000-8000-00000000ffff'

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

describe('tenant_overview and tenant_figures', () => {
  test('return one tenant and its figures', async () => {
    const { tenant, company } = await insertTenant(`Overview ${unique()}`, { extension_limit: 7 })
    const own = { tenant_id: tenant.id }
    await insertRow(
      'extensions',
      await FACTORIES.extensions({ ...own, extension: '2001', voicemail_enabled: false }),
    )
    await insertRow('extensions', await FACTORIES.extensions({ ...own, extension: '2002', enabled: false }))
    await insertRow('extensions', await FACTORIES.extensions({ ...own, extension: '2003' }))
    await insertRegistered('confirmed', own)
    await insertRegistered('submitted', own)
    await insertRow('dids', await FACTORIES.dids(own))
    await insertRow(
      'devices',
      await FACTORIES.devices({ ...own, last_provisioned_at: '2026-02-02T08:00:00Z' }),
    )
    await insertRow('devices', await FACTORIES.devices(own))
    const { data } = await callers.tech.client.rpc('tenant_overview', { tenant: tenant.id })
    expect(data).toMatchObject({
      id: tenant.id,
      domain: tenant.domain,
      extension_limit: 7,
      company_id: company.id,
      company_name: company.name,
      tenant_code: company.tenant_code,
      extensions: 3,
      has_numbers: true,
    })
    const figures = await callers.tech.client.rpc('tenant_figures', { tenant: tenant.id })
    expect(figures.data).toEqual({
      extensions_disabled: 1,
      voicemails: 2,
      dids: 3,
      dids_e911: 1,
      devices: 2,
      devices_provisioned: 1,
    })
  })

  test('are null for an unknown tenant and for users who may not view tenants', async () => {
    const { tenant } = await insertTenant(`Hidden ${unique()}`)
    const seen = await callers.tech.client.rpc('tenant_overview', { tenant: tenant.id })
    expect(seen.data).toMatchObject({ extensions: 0, has_numbers: false })
    for (const name of ['tenant_overview', 'tenant_figures'] as const) {
      expect((await callers.tech.client.rpc(name, { tenant: NO_TENANT })).data).toBeNull()
      for (const role of ['anon', 'disabled', 'nomember'] as const) {
        expect((await callers[role].client.rpc(name, { tenant: tenant.id })).data ?? null).toBeNull()
      }
    }
  })
})

describe('tenant_destinations', () => {
  test('lists extensions, voicemails and the rest in order, including disabled ones', async () => {
    const { tenant } = await insertTenant(`Destinations ${unique()}`)
    const own = { tenant_id: tenant.id }
    const annex = await insertRow(
      'extensions',
      await FACTORIES.extensions({ ...own, extension: '10001', effective_caller_id_name: 'Annex' }),
    )
    const lobby = await insertRow(
      'extensions',
      await FACTORIES.extensions({
        ...own,
        extension: '2001',
        voicemail_enabled: false,
        enabled: false,
        effective_caller_id_name: 'Lobby',
      }),
    )
    await insertRow('extensions', await FACTORIES.extensions())
    const { data } = await callers.tech.client.rpc('tenant_destinations', { tenant: tenant.id })
    const { domain } = tenant
    const id = expect.any(String)
    expect(data).toEqual([
      { id: lobby.id, kind: 'extensions', number: '2001', name: 'Lobby', enabled: false, domain },
      { id: annex.id, kind: 'extensions', number: '10001', name: 'Annex', enabled: true, domain },
      { id, kind: 'other', number: '*98', name: 'Check voicemail', enabled: true, domain },
      { id, kind: 'other', number: '*411', name: 'Company directory', enabled: true, domain },
      { id, kind: 'other', number: '*732', name: 'Record', enabled: true, domain },
      { id, kind: 'other', number: 'hangup', name: 'Hang up', enabled: true, domain },
      { id, kind: 'voicemails', number: '2001', name: 'Lobby', enabled: false, domain },
      { id, kind: 'voicemails', number: '10001', name: 'Annex', enabled: true, domain },
    ])
  })

  test('has the same destinations as the version without ids', async () => {
    const { tenant } = await insertTenant(`Listed ${unique()}`)
    for (const extension of ['2002', '10001', '2001']) {
      await insertRow('extensions', await FACTORIES.extensions({ tenant_id: tenant.id, extension }))
    }
    const asked = { tenant: tenant.id }
    const rows = dataOf(await callers.tech.client.rpc('tenant_destinations', asked))
    const list = dataOf(
      await callers.tech.client.rpc('tenant_destination_list', asked),
    ) as unknown as DestinationList
    expect(list.domain).toBe(tenant.domain)
    const ofKind = (wanted: string) => list.destinations.filter(([kind]) => kind === wanted)
    const kinds = [...new Set(rows.map(({ kind }) => kind))]
    expect(kinds.flatMap(ofKind)).toEqual(
      rows.map(({ kind, number, name, enabled }) => [kind, number, name, enabled]),
    )
    expect(list.destinations).toHaveLength(rows.length)
    const again = { ...asked, known: list.version }
    expect(dataOf(await callers.tech.client.rpc('tenant_destination_list', again))).toEqual({
      version: list.version,
    })
    await query('update public.extensions set effective_caller_id_name = $2 where tenant_id = $1', [
      tenant.id,
      'Anew',
    ])
    expect(dataOf(await callers.tech.client.rpc('tenant_destination_list', again))).toMatchObject({
      destinations: expect.arrayContaining([['extensions', '2001', 'Anew', true]]),
    })
  })

  test('is empty for an unknown tenant and for users who may not view tenants', async () => {
    const { tenant } = await insertTenant(`Hidden ${unique()}`)
    expect((await callers.tech.client.rpc('tenant_destinations', { tenant: NO_TENANT })).data).toEqual([])
    expect((await callers.tech.client.rpc('tenant_destination_list', { tenant: NO_TENANT })).data).toBeNull()
    for (const role of ['anon', 'disabled', 'nomember'] as const) {
      expect(
        (await callers[role].client.rpc('tenant_destinations', { tenant: tenant.id })).data ?? [],
      ).toEqual([])
      expect(
        (await callers[role].client.rpc('tenant_destination_list', { tenant: tenant.id })).data,
      ).toBeNull()
    }
  })
})

describe('find_tenant', () => {
  const find = async (role: Role, kind: string, value: string) =>
    (await callers[role].client.rpc('find_tenant', { kind, value })).data ?? null

  test('finds the tenant of a device and of a number', async () => {
    const device = await insertRow('devices', await FACTORIES.devices())
    const did = await insertRow('dids', await FACTORIES.dids())
    for (const role of ['tech', 'admin', 'superadmin'] as const) {
      expect(await find(role, 'mac', device.mac)).toBe(device.tenant_id)
      expect(await find(role, 'phone', did.number)).toBe(did.tenant_id)
    }
    for (const role of ['anon', 'disabled', 'nomember'] as const) {
      expect(await find(role, 'mac', device.mac)).toBeNull()
      expect(await find(role, 'phone', did.number)).toBeNull()
    }
  })

  test('finds nothing for unknown values, unknown types or the wrong type', async () => {
    const device = await insertRow('devices', await FACTORIES.devices())
    const free = await insertRow('dids', await newFreeNumber())
    expect(await find('superadmin', 'phone', free.number)).toBeNull()
    expect(await find('tech', 'phone', device.mac)).toBeNull()
    expect(await find('tech', 'name', device.mac)).toBeNull()
    expect(await find('tech', 'mac', '02:FF:FF:FF:FF:FF:')).toBeNull()
  })
})

describe('tenant_time_zones', () => {
  test('lists each time zone in use once, for users who may view tenants', async () => {
    const { data } = await callers.tech.client.rpc('tenant_time_zones')
    const zones = (data ?? []).map(({ time_zone }) => time_zone)
    expect(zones).toContain('Pacific/Honolulu')
    expect(zones).toEqual([...new Set(zones)].sort())
    expect((await callers.nomember.client.rpc('tenant_time_zones')).data).toEqual([])
  })
})

describe('has_permission', () => {
  test.each([
    ['tech', 'telephony', 'edit', true],
    ['tech', 'telephony', 'reveal_secrets', false],
    ['tech', 'sales', 'view', false],
    ['admin', 'sales', 'delete', true],
    ['admin', 'numbers', 'view', false],
    ['superadmin', 'numbers', 'view', true],
    ['superadmin', 'unheard-of', 'view', false],
    ['disabled', 'sales', 'view', false],
    ['nomember', 'dashboard', 'view', false],
  ] as const)('returns for %s, %s, %s: %s', async (role, section, action, allowed) => {
    expect((await callers[role].client.rpc('has_permission', { section, action })).data).toBe(allowed)
  })
})
