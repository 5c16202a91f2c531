import { describe, expect, test } from 'vitest'
import { deviceProfile } from '@/lib/resources/device-profile'
import { tenantSettings } from '@/lib/resources/tenant-settings'
import { DIDS } from '@/lib/supabase/constraints'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { unsupportedSettings } from '@/lib/telephony/provisioning/limits'
import { modelsOf, PHONE_MODELS } from '@/lib/telephony/provisioning/models'
import {
  effectivePhoneSettings,
  PHONE_DEFAULTS,
  PHONE_SETTING_NAMES,
  type PhoneOverrides,
} from '@/lib/telephony/provisioning/phone-settings'
import { receptionPhone } from './arbitrary'

// Values that differ from the product's defaults, so that a file with the default has ignored them.
const OTHERS: Required<PhoneOverrides> = {
  phone_ntp_server: 'time.example',
  phone_codecs: ['PCMA'],
  phone_voicemail_number: '*96',
  phone_message_waiting: false,
  phone_outbound_proxy: 'edge.example:5070',
  phone_srtp: 'required',
  phone_pickup_code: '*8',
  phone_vlan_id: 20,
  phone_vlan_priority: 3,
  phone_sip_dscp: 40,
  phone_rtp_dscp: 34,
  phone_firmware_url: 'https://firmware.example/phones',
  phone_resync_minutes: 60,
}

const textOf = (model: { vendor: string; name: string }, settings: PhoneOverrides) =>
  filesOf(
    receptionPhone({
      vendor: model.vendor,
      model: model.name,
      settings: { phone_vlan_id: 10, ...settings },
    }),
  )
    .map(({ text }) => text)
    .join('')

describe.each(PHONE_MODELS)('the file of a $vendor $name', (model) => {
  const unsupported = unsupportedSettings(model.vendor, model.name)

  test.each(PHONE_SETTING_NAMES)('uses %s, unless the model does not support it', (name) => {
    const followed = textOf(model, {}) !== textOf(model, { [name]: OTHERS[name] })
    expect(followed).toBe(unsupported[name] === undefined)
  })
})

describe('the settings of a phone', () => {
  test('come from the profile, else the tenant, else the product defaults', () => {
    const tenant = { phone_vlan_id: 20, phone_sip_dscp: 40 }
    expect(effectivePhoneSettings(tenant, { phone_vlan_id: 0, phone_sip_dscp: null })).toEqual({
      ...PHONE_DEFAULTS,
      phone_vlan_id: 0,
      phone_sip_dscp: 40,
    })
  })

  test.each([tenantSettings, deviceProfile])(
    'have a labeled field each in the form of $plural',
    (resource) => {
      for (const name of PHONE_SETTING_NAMES) {
        expect(resource.fields.find((field) => field.name === name)?.label).toBeTruthy()
        expect(resource.blank).toHaveProperty(name, null)
      }
    },
  )

  test('are accepted by the form', () => {
    const parsed = tenantSettings.schema.safeParse({ ...tenantSettings.blank, ...OTHERS })
    expect(parsed.data).toMatchObject(OTHERS)
  })

  test.each([
    ['phone_ntp_server', 'http://pool'],
    ['phone_codecs', ['G.711']],
    ['phone_codecs', ['PCMU', 'pcmu']],
    ['phone_voicemail_number', 'mail box'],
    ['phone_outbound_proxy', 'host:port'],
    ['phone_pickup_code', '**<'],
    ['phone_vlan_id', 4095],
    ['phone_vlan_priority', 8],
    ['phone_sip_dscp', 64],
    ['phone_firmware_url', 'ftp://host/'],
    ['phone_firmware_url', 'http://host/'],
    ['phone_firmware_url', 'https://user:word@host/'],
    ['phone_resync_minutes', 5],
  ])('are rejected by the form if %s is %j', (name, value) => {
    const { error } = tenantSettings.schema.safeParse({ ...tenantSettings.blank, [name]: value })
    expect(error?.issues[0]?.path[0]).toBe(name)
  })
})

describe('a phone', () => {
  test.each([
    ['Yealink', 'T54W', 'static.firmware.url = %EMPTY%\n'],
    ['Polycom', 'VVX 450', 'APP_FILE_PATH="sip.ld"'],
    ['Grandstream', 'GRP2614', '<P192></P192>'],
    ['Snom', 'D785', '<firmware perm="R"></firmware>'],
  ])('by %s (%s) forgets an earlier firmware address', (vendor, name, written) => {
    expect(textOf({ vendor, name }, {})).toContain(written)
  })

  test('by Polycom answers pages by itself', () => {
    const text = textOf({ vendor: 'Polycom', name: 'VVX 450' }, {})
    expect(text).toContain('alertInfo.1.value="&lt;http://127.0.0.1&gt;;info=alert-autoanswer;delay=0"')
    expect(text).toContain('alertInfo.1.class="autoAnswer"')
  })

  test.each([
    ['Grandstream', 'GXP2160', '<P298>1</P298>'],
    ['Snom', 'D785', '<answer_after_policy perm="R">idle</answer_after_policy>'],
  ])('by %s answers pages, which is off by default', (vendor, name, written) => {
    expect(textOf({ vendor, name }, {})).toContain(written)
  })

  test('by Yealink fetches its file during a call without restarting', () => {
    expect(textOf({ vendor: 'Yealink', name: 'T54W' }, {})).toContain('sip.notify_reboot_enable = 0')
  })

  test.each(modelsOf('Grandstream').filter((name) => !name.startsWith('DP')))(
    'by Grandstream (%s) obeys the switch, which has no password to sign with',
    (name) => expect(textOf({ vendor: 'Grandstream', name }, {})).toContain('<P4428>1</P4428>'),
  )

  test('by Polycom rings differently for each ring of a number', () => {
    const text = textOf({ vendor: 'Polycom', name: 'VVX 450' }, {})
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1]
    const rings = DIDS.distinctive_ring.choices.filter((ring) => ring !== '')
    const ringers = rings.map((ring) => {
      const at = /voIpProt\.SIP\.alertInfo\.(\d+)\.value="([^"]*)"/g
      const place = [...text.matchAll(at)].find(([, , value]) => value === ring)?.[1]
      const ringClass = valueOf(`voIpProt.SIP.alertInfo.${place}.class`)
      expect(valueOf(`se.rt.${ringClass}.type`)).toBe('ring')
      return valueOf(`se.rt.${ringClass}.ringer`)
    })
    expect(ringers).toEqual(['ringer3', 'ringer4', 'ringer5', 'ringer6', 'ringer7'])
  })

  test('by Polycom sends whatever is dialed off the hook, not only North American numbers', () => {
    const text = textOf({ vendor: 'Polycom', name: 'VVX 450' }, {})
    expect(text).toContain('dialplan.digitmap="+xx.T|[0123456789*#].T"')
    expect(text).toContain('dialplan.digitmap.timeOut="3"')
  })

  test.each(['CallList', 'Directory'])('by Polycom sends a number of its %s as it is', (list) =>
    expect(textOf({ vendor: 'Polycom', name: 'VVX 450' }, {})).toContain(`dialplan.applyTo${list}Dial="0"`),
  )
})

describe('a phone’s time zone', () => {
  const phones = [
    ['Yealink', 'T54W', 'summer_time = 0', 'start_time = 3/2/7/2'],
    ['Polycom', 'VVX 450', 'daylightSavings.enable="0"', 'daylightSavings.start.date="8"'],
    ['Grandstream', 'GRP2614', '<P246>STD+', 'DST+4,M3.2.0,M11.1.0'],
    ['Snom', 'D785', '<dst perm="R"></dst>', '3600 03.02.07 02:00:00 11.01.07 02:00:00'],
  ] as const

  test.each(phones)(
    'on a %s %s has no daylight saving time in Honolulu and Phoenix',
    (vendor, model, none) => {
      for (const zone of ['Pacific/Honolulu', 'America/Phoenix']) {
        const text = filesOf(receptionPhone({ vendor, model, time_zone: zone }))[0]?.text ?? ''
        expect(text).toContain(none)
        expect(text).not.toContain('M3.2.0')
      }
    },
  )

  // What one has stored would stay in force otherwise, and a new one would ask for its zone at each start.
  test.each([
    ['America/Chicago', 'USA-6', -21_600],
    ['America/Anchorage', 'USA-9', -32_400],
    ['America/Halifax', 'CAN-4', -14_400],
    ['America/Phoenix', 'USA2-7', -25_200],
    ['Pacific/Honolulu', '', -36_000],
    ['America/Adak', '', -36_000],
    ['America/St_Johns', '', -12_600],
    ['America/Havana', '', -18_000],
    ['Asia/Kolkata', '', 19_800],
  ])('on a Snom phone in %s has the name %j', (zone, name, offset) => {
    const text = filesOf(receptionPhone({ vendor: 'Snom', model: 'D785', time_zone: zone }))[0]?.text
    expect(text).toContain(
      `<timezone perm="R">${name}</timezone>\n    <utc_offset perm="R">${offset}</utc_offset>`,
    )
  })

  test.each(phones)('on a %s %s observes daylight saving time in New York', (vendor, model, _, rule) => {
    const text = filesOf(receptionPhone({ vendor, model, time_zone: 'America/New_York' }))[0]?.text
    expect(text).toContain(rule)
  })
})
