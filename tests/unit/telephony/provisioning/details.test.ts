import { describe, expect, test } from 'vitest'
import { MAKER_PREFIXES } from '@/lib/supabase/phone-rules'
import {
  effectiveKeys,
  keyCount,
  masked,
  parametersOf,
  type PhoneKey,
  SECRET_SHOWN,
  settingsOf,
  sipPort,
} from '@/lib/telephony/provisioning/configuration'
import { examplePhone, type ProfileValues, withProfile } from '@/lib/telephony/provisioning/example-phone'
import {
  FORBIDDEN_REASON_TEXT,
  forbiddenSettingReason,
} from '@/lib/telephony/provisioning/forbidden-settings'
import {
  dials,
  KEY_TYPE_LABELS,
  keyGroups,
  keyName,
  keyRows,
  keysInOrder,
} from '@/lib/telephony/provisioning/key-rows'
import { unsupportedSettings } from '@/lib/telephony/provisioning/limits'
import {
  isKnownModel,
  modelOfAgent,
  modelsOf,
  noFileFor,
  phoneModel,
} from '@/lib/telephony/provisioning/models'
import { NONE, PHONE_DEFAULTS, proxyOf } from '@/lib/telephony/provisioning/phone-settings'
import { provisioningUrl, withAddress } from '@/lib/telephony/provisioning/server-address'
import { escapeXml, SETTING_NAME, singleLine } from '@/lib/telephony/provisioning/text'
import { noFileText, vendorOfMac, VENDORS } from '@/lib/telephony/provisioning/vendors'
import { receptionPhone } from './arbitrary'

const aKey = (given: Partial<PhoneKey>): PhoneKey => ({
  category: 'line',
  position: 1,
  type: 'blf',
  value: '1002',
  label: '',
  line: 1,
  ...given,
})

describe('a vendor parameter', () => {
  test.each([
    ...[
      'account.1.password',
      'passwd',
      'wifi.passphrase',
      'pswd',
      'client_secret',
      'privatekey',
      'private_key',
    ],
    ...['wpa_psk', 'pass', 'a.pwd', 'lock_pin', 'pin.1', 'PIN1', 'user_pass', 'x_pwd', 'P2', 'P34', 'P406'],
    ...['P1361', 'P4139', 'P8431', 'P22161', 'P32049', 'p196'],
  ])('%s is rejected as a password', (name) => expect(forbiddenSettingReason(name)).toBe('password'))

  test.each([
    ...['static.auto_provision.server.url', 'autoprov', 'redirect.enable', 'tr069.url', 'tr_069', 'acs.url'],
    ...['a.acs', 'x_acs_1', 'zero_touch.enable', 'zerotouch', 'ztp', 'a_rps', 'managementserver.url'],
    ...['dm.x', 'static.dm.x', 'device.prov.user', 'bootsrv', 'config_files', 'setting_server'],
    ...['settings_refresh_timer', 'pnp_config', 'provisioning_order', 'profile_rule', 'dhcp_option_to_use'],
    ...['resync_on_reset', 'gpp_a', 'download_server', 'flash_protocol', 'download_user', 'flash_mode'],
    ...['config_file_path', 'pnp_x', 'fdps', 'P145', 'P212', 'P8467', 'p237'],
  ])('%s is rejected because it could redirect provisioning', (name) =>
    expect(forbiddenSettingReason(name)).toBe('elsewhere'),
  )

  test.each([
    ...['features.dnd.enable', 'shopping', 'spin', 'pinned', 'compass', 'P20', 'P1234', 'P3', 'xP2', 'P2x'],
    ...['P1450', 'xP145', 'acsx', 'xacs', 'ztpx', 'xrps', 'x.config_files', 'my_setting_server', 'x_gpp_'],
    ...['mydownload_server', 'static.x.dm', 'xdm.y', 'a.device.prov.x'],
  ])('%s is allowed', (name) => expect(forbiddenSettingReason(name)).toBeUndefined())

  test('is rejected with a reason', () => {
    for (const text of Object.values(FORBIDDEN_REASON_TEXT)) expect(text).toMatch(/^\S+ .+\.$/)
  })

  test('has a name that is valid in every file format', () => {
    for (const name of ['a', '_x', 'A.b-c_1', `a${'b'.repeat(127)}`])
      expect(SETTING_NAME.test(name)).toBe(true)
    for (const name of ['', '1a', 'a b', '.a', 'a:b', `a${'b'.repeat(128)}`, '-a', 'a\n'])
      expect(SETTING_NAME.test(name)).toBe(false)
  })

  test('is taken from the profile if it is allowed and its name is valid in the format', () => {
    const settings = [
      { name: 'features.dnd.enable', value: '0' },
      { name: 'P47', value: 'x' },
      { name: 'user.password', value: 'x' },
      { name: 'a b', value: 'x' },
    ]
    const profile = { name: '', keys: [], overrides: {}, settings }
    expect(parametersOf(receptionPhone({ profile })).map(({ name }) => name)).toEqual([
      'features.dnd.enable',
      'P47',
    ])
    expect(parametersOf(receptionPhone({ profile }), /^P\d+$/)).toEqual([{ name: 'P47', value: 'x' }])
    expect(parametersOf(receptionPhone({ profile: null }))).toEqual([])
  })
})

describe('text in a configuration file', () => {
  test('is a single line, stripped of characters that no format can hold', () => {
    expect(singleLine(' a\r\n\u2028b\ufffec\ud800 ')).toBe('a b c\ufffd')
    expect(escapeXml(`a & b < c > "d" 'e'`)).toBe('a &amp; b &lt; c &gt; &quot;d&quot; &apos;e&apos;')
  })
})

describe('a phone to provision', () => {
  test('has its secrets masked for display', () => {
    const shown = masked(receptionPhone({ admin_password: 'Adm1n-word' }))
    expect(shown.admin_password).toBe(SECRET_SHOWN)
    expect(shown.provisioning).toEqual({
      url: 'https://voice.example/provision/',
      user: 'harbor.pbx.example',
      password: SECRET_SHOWN,
    })
    expect(shown.lines).toMatchObject([{ extension: '1001', password: SECRET_SHOWN }])
    expect(masked(receptionPhone({ provisioning: null })).provisioning).toBeNull()
    expect(SECRET_SHOWN).toMatch(/^•+$/)
  })

  test('is given the provisioning address, and on display no password', () => {
    expect(provisioningUrl('https://voice.example')).toBe('https://voice.example/provision/')
    expect(withAddress(receptionPhone(), 'http://10.0.0.1').provisioning).toEqual({
      url: 'http://10.0.0.1/provision/',
      user: 'harbor.pbx.example',
      password: SECRET_SHOWN,
    })
  })

  test('uses the settings of its profile before the tenant’s', () => {
    const phone = receptionPhone({ settings: { phone_vlan_id: 7, phone_sip_dscp: 40 } })
    const profile = { name: '', keys: [], settings: [], overrides: { phone_vlan_id: 9 } }
    expect(settingsOf({ ...phone, profile })).toMatchObject({ phone_vlan_id: 9, phone_sip_dscp: 40 })
    expect(settingsOf({ ...phone, profile: null })).toMatchObject({ phone_vlan_id: 7, phone_rtp_dscp: 46 })
  })

  test('reaches an outbound proxy on the given port, or the transport’s usual one', () => {
    const at = (phone_outbound_proxy: string) => proxyOf({ ...PHONE_DEFAULTS, phone_outbound_proxy }, 5061)
    expect([at(NONE), at('edge.example'), at('edge.example:5070')]).toEqual([
      undefined,
      { host: 'edge.example', port: 5061 },
      { host: 'edge.example', port: 5070 },
    ])
    expect([sipPort('tls'), sipPort('tcp'), sipPort('udp')]).toEqual([5061, 5060, 5060])
  })
})

describe('the keys of a phone', () => {
  test('are counted including all expansion modules', () => {
    const t54w = phoneModel('Yealink', 'T54W')
    const counts = (['line', 'memory', 'expansion'] as const).map((category) => keyCount(t54w, category))
    expect(counts).toEqual([27, 0, 180])
    expect(keyCount(phoneModel('Grandstream', 'GRP2614'), 'memory')).toBe(24)
  })

  test('on expansion modules are written for as many modules as are used', () => {
    const written = (...keys: PhoneKey[]) =>
      effectiveKeys(receptionPhone({ keys })).filter(({ category }) => category === 'expansion').length
    expect(written()).toBe(0)
    expect(written(aKey({ category: 'expansion', position: 1 }))).toBe(60)
    expect(written(aKey({ category: 'expansion', position: 61 }))).toBe(120)
    expect(written(aKey({ category: 'expansion', position: 500 }))).toBe(180)
    expect(written(aKey({ position: 20 }))).toBe(0)
  })

  test('monitor a parking space by its name on the switch, labeled with its number', () => {
    const key = (given: Partial<PhoneKey>) => effectiveKeys(receptionPhone({ keys: [aKey(given)] }))[0]
    expect(key({ type: 'park', value: '5901' })).toMatchObject({ value: 'park+5901', label: '5901' })
    expect(key({ type: 'park', value: '5901', label: 'Lot' })).toMatchObject({ label: 'Lot' })
    for (const value of ['*68', '59x', 'x59', ''])
      expect(key({ type: 'park', value })).toMatchObject({ value, label: '' })
    expect(key({ type: 'blf', value: '5901' })).toMatchObject({ value: '5901', label: '' })
  })

  test('default to one line key per line when nothing is programmed', () => {
    const [one, two] = effectiveKeys(receptionPhone({ profile: null }))
    expect(one).toEqual(aKey({ type: 'line', value: '' }))
    expect(two).toEqual(aKey({ position: 2, type: 'none', value: '' }))
  })

  test('cannot monitor the phone’s own extension, but can dial it', () => {
    const first = (type: PhoneKey['type']) =>
      effectiveKeys(receptionPhone({ keys: [aKey({ type, value: '1001' })] }))[0]?.type
    expect([first('blf'), first('speed_dial')]).toEqual(['line', 'speed_dial'])
  })

  test('have readable names', () => {
    const place = { position: 2 }
    expect(
      (['line', 'memory', 'expansion'] as const).map((category) => keyName({ ...place, category })),
    ).toEqual(['Line key 2', 'Labeled key 2', 'Expansion key 2'])
    expect(Object.values(KEY_TYPE_LABELS).every((label) => /^[A-Z]/.test(label))).toBe(true)
    expect((['none', 'line', 'blf', 'park'] as const).map(dials)).toEqual([false, false, true, true])
  })

  test('are sorted by their place on the phone', () => {
    const row = (category: PhoneKey['category'], position: number) => ({
      ...aKey({ category, position }),
      id: '',
      destination_id: null,
    })
    const rows = [row('expansion', 1), row('memory', 2), row('line', 3), row('memory', 1), row('line', 1)]
    expect(keysInOrder(rows).map(({ category, position }) => `${category} ${position}`)).toEqual([
      'line 1',
      'line 3',
      'memory 1',
      'memory 2',
      'expansion 1',
    ])
  })

  test('are grouped into pages', () => {
    const pages = (vendor: string, name: string) =>
      keyGroups(phoneModel(vendor, name)).map(
        ({ name: page, positions }) => `${page}: ${positions[0]}–${positions.at(-1)}`,
      )
    expect(pages('Yealink', 'T43U').slice(0, 5)).toEqual([
      'Beside the screen, page 1: 1–7',
      'Beside the screen, page 2: 8–14',
      'Beside the screen, page 3: 15–21',
      'Expansion module 1, page 1: 1–20',
      'Expansion module 1, page 2: 21–40',
    ])
    expect(pages('Yealink', 'T43U').at(-1)).toBe('Expansion module 3, page 3: 161–180')
    expect(pages('Grandstream', 'GRP2614')).toEqual(['Beside the screen: 1–4', 'Labeled keys: 1–24'])
    expect(pages('Yealink', 'T54W').at(2)).toBe('Beside the screen, page 3: 19–27')
    expect(pages('Yealink', 'W70B')).toEqual([])
  })

  test('are validated in the form', () => {
    const key = { ...aKey({}), id: '', destination_id: null }
    const taken = (given: object) => keyRows.safeParse([{ ...key, ...given }]).success
    for (const given of [
      { position: 500 },
      { line: 48 },
      { label: 'x'.repeat(64) },
      { value: 'x'.repeat(64) },
    ])
      expect(taken(given)).toBe(true)
    for (const given of [{ position: 0 }, { position: 501 }, { position: 1.5 }, { line: 0 }, { line: 49 }])
      expect(taken(given)).toBe(false)
    for (const given of [{ category: 'x' }, { type: 'x' }, { line: 1.5 }, { value: 'x'.repeat(65) }])
      expect(taken(given)).toBe(false)
    for (const value of [' 1', '1 ', '1/2']) expect(taken({ value })).toBe(false)
    expect([taken({ type: 'none', value: '' }), taken({ destination_id: 'd', value: '' })]).toEqual([
      true,
      true,
    ])
  })
})

describe('a phone model', () => {
  test('does not support some settings, each for a stated reason', () => {
    const of = (vendor: string, model: string) => Object.keys(unsupportedSettings(vendor, model))
    expect(of('Yealink', 'T54W')).toEqual([])
    expect(of('Yealink', 'W70B')).toEqual(['phone_pickup_code'])
    expect(of('Grandstream', 'GRP2614')).toEqual([])
    expect(of('Grandstream', 'GXP2160')).toEqual([])
    expect(of('Grandstream', 'HT802')).toEqual(['phone_pickup_code', 'phone_voicemail_number'])
    expect(of('Grandstream', 'DP752')).toEqual(['phone_pickup_code', 'phone_vlan_priority'])
    expect(of('Snom', 'D785')).toEqual(['phone_message_waiting'])
    expect(of('Polycom', 'VVX 450')).toEqual([])
    expect(Object.values(unsupportedSettings('Grandstream', 'HT802')).every((why) => why.endsWith('.'))).toBe(
      true,
    )
  })

  test.each([
    ['Yealink SIP-T54W 96.86.0.20 80:5e:c0:00:00:01', 'Yealink', 'T54W'],
    ['FileTransport PolycomVVX-VVX_450-UA/6.4.6.2453 Type/Application', 'Polycom', 'VVX 450'],
    ['Grandstream Model HW GRP2614 SW 1.0.5.48 DevId 000b82000001', 'Grandstream', 'GRP2614'],
    ['Mozilla/4.0 (compatible; snomD785-SIP 10.1.159.12 2010.12-00004)', 'Snom', 'D785'],
  ])('reads the model from a request by %s', (agent, vendor, name) => {
    expect(modelOfAgent(agent)).toMatchObject({ vendor, name })
  })

  test('reads no model from a request that names none', () => {
    expect(['', 'curl/8.5', 'Yealink SIP-T99Z 1.0', 'T54W'].map(modelOfAgent)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('is recognized for its vendor, however it is written', () => {
    expect(isKnownModel('Polycom', 'vvx-450')).toBe(true)
    expect(isKnownModel('Polycom', 'SIP VVX450')).toBe(true)
    expect(isKnownModel('Yealink', 'T54W sip ')).toBe(false)
    expect([isKnownModel('Yealink', 'VVX 450'), isKnownModel('Yealink', 'xsip-T54W')]).toEqual([false, false])
    expect(modelsOf('Snom')).toEqual(['D735', 'D785', 'D862', 'D865'])
    expect(phoneModel('Mitel', '6867i')).toEqual({
      vendor: 'Mitel',
      name: '6867i',
      lines: 6,
      lineKeys: 6,
      lineKeysInSight: 6,
      memoryKeys: 0,
      expansionKeys: 0,
      expansionModules: 0,
    })
  })

  test('without a supported vendor comes with advice on what to do', () => {
    expect(noFileText('Yealink')).toBeUndefined()
    expect(noFileText('Mitel')).toContain('Mitel')
    expect(noFileText('')).toMatch(/without a vendor/)
    expect(noFileFor('Mitel', 'HT814')).toBe(noFileText('Mitel'))
    expect(noFileFor('Grandstream', 'HT814')).toContain('HT814')
    expect(noFileFor('Grandstream', 'HT802')).toBeUndefined()
  })

  test('has a vendor from the list, which starts with the supported ones', () => {
    expect(VENDORS.slice(0, 5)).toEqual(['Yealink', 'Polycom', 'Grandstream', 'Snom', 'Fanvil'])
    expect(new Set(VENDORS).size).toBe(VENDORS.length)
    for (const [vendor, prefixes] of Object.entries(MAKER_PREFIXES)) {
      for (const prefix of prefixes) {
        expect(prefix).toMatch(/^[0-9A-F]{6}$/)
        expect(vendorOfMac(`${prefix}123456`)).toBe(vendor)
      }
    }
  })
})

describe('a device profile', () => {
  const profile: ProfileValues = {
    name: 'Desk',
    vendor: 'Yealink',
    model: 'T54W',
    phone_vlan_id: 9,
    device_profile_keys: [
      { ...aKey({ value: '', label: 'Own' }), id: '1', destination_id: 'named' },
      { ...aKey({ value: '', position: 2 }), id: '2', destination_id: 'named' },
      { ...aKey({ value: '', position: 3 }), id: '3', destination_id: 'nameless' },
      { ...aKey({ value: '77', position: 4 }), id: '4', destination_id: null },
    ],
    device_profile_settings: [
      { name: 'b', value: '1', enabled: true },
      { name: 'c', value: '2', enabled: false },
      { name: 'a', value: '3', enabled: true },
    ],
  }
  const reached = (id: string) => ({ number: '1001', name: id === 'named' ? 'Reception' : '' })

  test('is previewed on an example phone', () => {
    const phone = examplePhone('acme.example', 'Etc/UTC')
    expect(phone).toMatchObject({ domain: 'acme.example', time_zone: 'Etc/UTC', settings: {}, profile: null })
    expect(phone.mac).toBe('00:00:00:00:00:00')
    expect(phone).toMatchObject({ label: 'Example', vendor: '', model: '', keys: [] })
    expect(phone.lines).toEqual([
      {
        line: 1,
        extension: '0000',
        name: 'Example',
        password: null,
        transport: 'tls',
        register_expires: 600,
      },
    ])
  })

  test('labels its keys as entered, or by the record they reach', () => {
    const shown = withProfile(examplePhone('acme.example', 'Etc/UTC'), profile, reached)
    expect(shown.profile?.keys.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Own: 1001',
      'Reception: 1001',
      '1001: 1001',
      ': 77',
    ])
    expect(shown.profile?.keys[0]).toEqual(aKey({ label: 'Own', value: '1001' }))
  })

  test('contributes its enabled settings, by name, and its model if the phone has none', () => {
    const shown = withProfile(examplePhone('acme.example', 'Etc/UTC'), profile, reached)
    expect(shown.profile?.settings).toEqual([
      { name: 'a', value: '3' },
      { name: 'b', value: '1' },
    ])
    expect(shown.profile).toMatchObject({ name: 'Desk', overrides: { phone_vlan_id: 9 } })
    expect([shown.vendor, shown.model]).toEqual(['Yealink', 'T54W'])
    const own = withProfile(receptionPhone({ vendor: 'Snom', model: 'D785' }), profile, reached)
    expect([own.vendor, own.model]).toEqual(['Snom', 'D785'])
  })
})
