import { beforeAll, describe, expect, test } from 'vitest'
import { deviceProfile } from '@/lib/resources/device-profile'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import type { TablesUpdate } from '@/lib/supabase/database.types'
import { forbiddenSettingReason } from '@/lib/telephony/provisioning/forbidden-settings'
import { provisioningStore } from '@/lib/telephony/provisioning/server/store'
import { type Caller, callersByRole, type Role, serviceClient } from '../support/clients'
import { query, storedRow } from '../support/database'
import { insertTenant } from '../support/factories/companies'
import { newDeviceLine, newDeviceProfile, newProfileSetting } from '../support/factories/devices'
import { insertRow } from '../support/factories/row'
import { newDevice } from '../support/factories/telephony'
import { memberWith } from '../support/members'
import { SETTING_NAMES, SETTING_VALUES } from '../support/setting-names'
import { keepSecret, secretOf, VAULT } from '../support/vault'

/** Settings that both a tenant and a profile may set. */
type PhoneSettings = Pick<
  TablesUpdate<'device_profiles'> & TablesUpdate<'tenant_settings'>,
  `phone_${string}` & keyof TablesUpdate<'device_profiles'> & keyof TablesUpdate<'tenant_settings'>
>

let callers: Record<Role, Caller>
beforeAll(async () => {
  callers = await callersByRole()
})

describe('a vendor parameter', () => {
  test.each(SETTING_NAMES)(
    'named %s gets the same verdict from the form and the database: %s',
    async (name, refusal) => {
      const rows = await query<{ reason: string }>(
        `select reason from unnest('{password,elsewhere,server}'::text[]) reason
         where $1 ~* private.forbidden_settings(reason)`,
        [name],
      )
      expect([forbiddenSettingReason(name), rows[0]?.reason]).toEqual([refusal, refusal])
      const setting = { id: 's', name, value: '1', enabled: true }
      const values = { ...deviceProfile.blank, name: 'Desk', device_profile_settings: [setting] }
      expect(deviceProfile.schema.safeParse(values).success).toBe(refusal === undefined)
    },
  )

  test.each(SETTING_VALUES)(
    'named %s with the value %s gets the same verdict from the form and the database',
    async (name, value, refusal) => {
      const setting = await newProfileSetting({ name, value })
      const { error } = await callers.superadmin.client.from('device_profile_settings').insert(setting)
      expect(error?.code).toBe(refusal && '23514')
      const values = {
        ...deviceProfile.blank,
        name: 'Desk',
        device_profile_settings: [{ id: 's', name, value, enabled: true }],
      }
      const { error: refused } = deviceProfile.schema.safeParse(values)
      expect(refused?.issues.map(({ path }) => path.at(-1))).toEqual(refusal && ['value'])
    },
  )

  test.each(['static.auto_provision.server.url', 'P237', 'account.1.password'])(
    'named %s is never stored, for any role',
    async (name) => {
      const setting = await newProfileSetting({ name })
      const { error } = await callers.superadmin.client.from('device_profile_settings').insert(setting)
      expect(error?.code).toBe('23514')
      expect(await storedRow('device_profile_settings', setting.id)).toBeUndefined()
    },
  )
})

describe('a phone setting', () => {
  const values = {
    phone_ntp_server: ['time.example', 'time example', 'http://time'],
    phone_codecs: [['G722', 'PCMU'], ['G711'], ['PCMU', ''], ['G722', 'OPUS']],
    phone_voicemail_number: ['*97', 'mailbox', '<97>'],
    phone_outbound_proxy: ['edge.example:5070', 'edge.example:', 'sip:edge'],
    phone_srtp: ['required', 'always', ''],
    phone_pickup_code: ['*8', 'x8', '*'.repeat(11)],
    phone_vlan_id: [4094, 4095, -1],
    phone_vlan_priority: [7, 8, -1],
    phone_sip_dscp: [63, 64, -1],
    phone_rtp_dscp: [0, 64, -1],
    phone_firmware_url: [
      'https://firmware.example/t54w',
      'http://firmware.example',
      'ftp://firmware.example',
      'https://a:b@c/',
    ],
    phone_resync_minutes: [60, 59, 10_081],
  }

  test.each(Object.entries(values))(
    '%s is validated by the database for tenants and profiles',
    async (name, tried) => {
      const profile = await insertRow('device_profiles', await newDeviceProfile())
      await query('insert into public.tenant_settings (id, tenant_id) values ($1, $1)', [profile.tenant_id])
      const [right, ...wrong] = tried
      for (const [table, id] of [
        ['device_profiles', profile.id],
        ['tenant_settings', profile.tenant_id],
      ] as const) {
        const store = (value: unknown) =>
          callers.superadmin.client
            .from(table)
            .update({ [name]: value } as PhoneSettings)
            .eq('id', id)
        expect((await store(right)).error).toBeNull()
        for (const value of wrong) expect((await store(value)).error?.code).toBe('23514')
        expect(await storedRow(table, id)).toMatchObject({ [name]: right })
      }
      for (const value of wrong.filter((one) => one !== ''))
        expect(tenantSettings.schema.safeParse({ ...tenantSettings.blank, [name]: value }).success).toBe(
          name === 'phone_codecs' && Array.isArray(value) && value.includes(''),
        )
    },
  )

  test('of the firmware’s server, which may ask for the provisioning password, is set by nobody who may not reveal it', async () => {
    const profile = await insertRow('device_profiles', await newDeviceProfile())
    const tenant = profile.tenant_id
    const { client: tech } = callers.tech
    const { client: trusted } = await memberWith(
      'telephony.view',
      'telephony.edit',
      'telephony.reveal_secrets',
    )
    const own = { phone_firmware_url: 'https://mine.example/x' }
    const made = await tech.from('tenant_settings').insert({ id: tenant, tenant_id: tenant, ...own })
    expect(made.error?.code).toBe('42501')
    expect((await tech.from('device_profiles').insert(await newDeviceProfile(own))).error?.code).toBe('42501')
    await query('insert into public.tenant_settings (id, tenant_id) values ($1, $1)', [tenant])
    const right = { phone_firmware_url: 'https://firmware.example/' }
    for (const [table, id] of [
      ['device_profiles', profile.id],
      ['tenant_settings', tenant],
    ] as const) {
      const store = (client: typeof tech, values: PhoneSettings) =>
        client.from(table).update(values).eq('id', id)
      expect((await store(tech, own)).error?.code).toBe('42501')
      expect((await store(trusted, right)).error).toBeNull()
      expect((await store(tech, own)).error?.code).toBe('42501')
      // A form sends what it shows.
      expect((await store(tech, { ...right, phone_vlan_id: 7 })).error).toBeNull()
      expect(await storedRow(table, id)).toMatchObject({ ...right, phone_vlan_id: 7 })
      expect((await store(tech, { phone_firmware_url: 'none' })).error).toBeNull()
    }
  })

  test('of the firmware’s server comes back with a profile that was deleted, also by someone who may not set it', async () => {
    const own = { phone_firmware_url: 'https://firmware.example/' }
    const { id } = await insertRow('device_profiles', await newDeviceProfile(own))
    const { client } = callers.tech
    const undoing = async (action: string) => {
      const [entry] = await query<{ id: string }>(
        'select id from public.audit_log where record_id = $1 and action = $2',
        [id, action],
      )
      return client.rpc('undo_change', { entry: entry?.id ?? '' })
    }
    expect((await client.from('device_profiles').delete().eq('id', id)).error).toBeNull()
    expect((await undoing('delete')).error).toBeNull()
    expect(await storedRow('device_profiles', id)).toMatchObject(own)
    // Since somebody has taken it off, it is set anew.
    await client.from('device_profiles').update({ phone_firmware_url: null }).eq('id', id).throwOnError()
    expect((await undoing('update')).error?.code).toBe('42501')
  })

  test('reaches a phone from its tenant or its profile', async () => {
    const line = await insertRow('device_lines', await newDeviceLine())
    const tenant = line.tenant_id
    await query('insert into public.tenant_settings (id, tenant_id, phone_vlan_id) values ($1, $1, 20)', [
      tenant,
    ])
    const profile = await insertRow(
      'device_profiles',
      await newDeviceProfile({ tenant_id: tenant, phone_vlan_id: 0, phone_codecs: ['PCMA'] }),
    )
    await query('update public.devices set profile_id = $1 where id = $2', [profile.id, line.device_id])
    const { data } = await callers.tech.client.rpc('device_configuration', { tenant, device: line.device_id })
    expect(data).toMatchObject({
      settings: { phone_vlan_id: 20 },
      profile: { overrides: { phone_vlan_id: 0, phone_codecs: ['PCMA'] } },
      admin_password: null,
      provisioning: null,
    })
  })

  test('for voicemail and pickup is the tenant’s feature code, unless the tenant or the profile has its own', async () => {
    const { tenant_id: tenant, id: device } = await insertRow('devices', await newDevice())
    const told = async () =>
      (await callers.tech.client.rpc('device_configuration', { tenant, device })).data as { settings: object }
    expect((await told()).settings).toEqual({ phone_voicemail_number: '*97', phone_pickup_code: '**' })
    for (const [feature, code] of [
      ['own_voicemail', '*1'],
      ['directed_pickup', '*88'],
    ])
      await query('update public.feature_codes set code = $3 where tenant_id = $1 and feature = $2', [
        tenant,
        feature,
        code,
      ])
    expect((await told()).settings).toEqual({ phone_voicemail_number: '*1', phone_pickup_code: '*88' })
    await query(
      `insert into public.tenant_settings (id, tenant_id, phone_pickup_code) values ($1, $1, '*87')`,
      [tenant],
    )
    expect((await told()).settings).toEqual({ phone_voicemail_number: '*1', phone_pickup_code: '*87' })
  })
})

describe('the administrator password of phones', () => {
  test('is generated strong and different for each tenant', async () => {
    const { tenant: one } = await insertTenant('One with phones')
    const { tenant: other } = await insertTenant('Other with phones')
    const [first, second] = await Promise.all(
      [one, other].map(({ id }) => secretOf(id, 'phone_admin_password')),
    )
    expect(first).toMatch(/^[a-zA-Z0-9_.!*+-]{20,}$/)
    expect(first).not.toBe(second)
    expect(first).not.toBe(await secretOf(one.id, 'provisioning_password'))
  })

  test('goes to the tenant’s phones, unless their profile has its own', async () => {
    const device = await insertRow('devices', await newDevice())
    const told = () =>
      provisioningStore(serviceClient(), VAULT).configuration(device.tenant_id, device.mac, '')
    expect(await told()).toMatchObject({
      admin_password: await secretOf(device.tenant_id, 'phone_admin_password'),
      provisioning: { password: await secretOf(device.tenant_id, 'provisioning_password') },
    })
    const profile = await insertRow(
      'device_profiles',
      await newDeviceProfile({ tenant_id: device.tenant_id }),
    )
    await query('update public.devices set profile_id = $1 where id = $2', [profile.id, device.id])
    const place = { owner: profile.id, field: 'admin_password' }
    await keepSecret(device.tenant_id, 'device_profiles', place, 'Own-administrator-word-1')
    expect(await told()).toMatchObject({ admin_password: 'Own-administrator-word-1' })
  })
})
