// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { masked, SECRET_SHOWN } from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { yealinkCommonFile } from '@/lib/telephony/provisioning/yealink'
import { configurations, receptionPhone } from './arbitrary'

const parser = new DOMParser()
const parse = (text: string) => parser.parseFromString(text, 'application/xml')
const wellFormed = (text: string) => parse(text).querySelector('parsererror') === null
const firstFile = (given: Parameters<typeof receptionPhone>[0]) =>
  filesOf(receptionPhone(given))[0]?.text ?? ''
const polycom = { mac: '64:16:7F:11:22:33', vendor: 'Polycom', model: 'VVX 450' }
const grandstream = { mac: '00:0B:82:11:22:33', vendor: 'Grandstream', model: 'GRP2614' }

describe('a Yealink phone’s file', () => {
  const lines = firstFile({}).split('\n')

  test('starts with the required header', () => {
    expect(lines[0]).toBe('#!version:1.0.0.1')
  })

  test('registers the line at the tenant’s domain over the tenant’s transport', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'account.1.enable = 1',
        'account.1.user_name = 1001',
        'account.1.password = S3cret!',
        'account.1.sip_server.1.address = harbor.pbx.example',
        'account.1.sip_server.1.port = 5061',
        'account.1.sip_server.1.transport_type = 2',
        'account.1.sip_server.1.expires = 600',
      ]),
    )
  })

  test('disables unused accounts and keys, so that a phone clears them', () => {
    expect(lines).toEqual(expect.arrayContaining(['account.16.enable = 0', 'linekey.27.type = 0']))
    expect(lines.some((line) => line.startsWith('expansion_module.'))).toBe(false)
  })

  test('has the profile’s keys and settings, and a line key by default', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'linekey.1.type = 15',
        'linekey.2.type = 16',
        'linekey.2.value = 1002',
        'features.dnd.enable = 0',
      ]),
    )
  })

  test('numbers expansion keys across modules, and monitors a parking space by its name on the switch', () => {
    const keys = [
      {
        category: 'expansion' as const,
        position: 61,
        type: 'park' as const,
        value: '5901',
        label: '',
        line: 1,
      },
    ]
    expect(firstFile({ keys })).toContain('expansion_module.2.key.1.value = park+5901')
  })

  test('common to a model sets the time zone', () => {
    expect(yealinkCommonFile('America/New_York')).toMatch(
      /^#!version:1\.0\.0\.1\nlocal_time\.time_zone = -5\nlocal_time\.summer_time = 1\n/,
    )
    expect(yealinkCommonFile('Asia/Kolkata')).toContain('local_time.time_zone = +5:30')
  })

  test('cannot be tampered with by a line break in a text', () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        for (const { text } of filesOf({ ...configuration, vendor: 'Yealink', model: 'T54W' })) {
          const [header, ...entries] = text.trimEnd().split(/[\r\n\u0085\u2028\u2029]/)
          expect(header).toBe('#!version:1.0.0.1')
          for (const entry of entries) expect(entry).toMatch(/^[A-Za-z_][\w.-]* = \P{Cc}+$/u)
        }
      }),
    )
  })
})

describe('a Polycom phone’s files', () => {
  test('include a master file that points to the configuration', () => {
    const [, list] = filesOf(receptionPhone(polycom))
    expect(list?.name).toBe('64167f112233.cfg')
    expect(parse(list?.text ?? '').documentElement.getAttribute('CONFIG_FILES')).toBe(
      '64167f112233-registration.cfg',
    )
  })

  test('register lines and list the monitored numbers in the order of their keys', () => {
    const phone = parse(firstFile({ ...polycom, admin_password: '"<&' })).documentElement
    expect(phone.getAttribute('reg.1.address')).toBe('1001')
    expect(phone.getAttribute('reg.1.server.1.transport')).toBe('TLS')
    expect(phone.getAttribute('lineKey.2.category')).toBe('BLF')
    expect(phone.getAttribute('attendant.resourceList.1.address')).toBe('1002')
    expect(phone.getAttribute('lineKey.3.category')).toBe('Unassigned')
    expect(phone.getAttribute('device.auth.localAdminPassword')).toBe('"<&')
  })
})

describe('a Grandstream phone’s file', () => {
  const valueOf = (text: string, name: string) => parse(text).querySelector(`config > ${name}`)?.textContent

  test('holds accounts and keys as P-values', () => {
    const text = firstFile({
      ...grandstream,
      keys: [
        {
          category: 'memory',
          position: 2,
          type: 'speed_dial',
          value: '+12075550100',
          label: 'Main',
          line: 1,
        },
      ],
    })
    expect(valueOf(text, 'P47')).toBe('harbor.pbx.example')
    expect(valueOf(text, 'P35')).toBe('1001')
    expect(valueOf(text, 'P130')).toBe('2')
    expect(valueOf(text, 'P32')).toBe('10')
    expect([valueOf(text, 'P1363'), valueOf(text, 'P1365'), valueOf(text, 'P1468')]).toEqual([
      '31',
      '1',
      '1002',
    ])
    expect([valueOf(text, 'P324'), valueOf(text, 'P305'), valueOf(text, 'P306')]).toEqual([
      '0',
      'Main',
      '+12075550100',
    ])
    expect(parse(text).querySelector('mac')?.textContent).toBe('000b82112233')
  })

  test.each([
    ['GRP2614', '16', '16'],
    ['GXP2160', '26', '16'],
  ])('has a %s watch a parking space', (model, besideTheScreen, labeled) => {
    const park = { position: 1, type: 'park' as const, value: '5901', label: '', line: 1 }
    const text = firstFile({
      ...grandstream,
      model,
      keys: [
        { ...park, category: 'line' },
        { ...park, category: 'memory' },
      ],
    })
    expect([valueOf(text, 'P1363'), valueOf(text, 'P323')]).toEqual([besideTheScreen, labeled])
  })

  test('leaves out settings of other vendors', () => {
    expect(firstFile(grandstream)).not.toContain('features.dnd.enable')
  })
})

describe('every file', () => {
  test('in XML is well-formed for any text', () => {
    fc.assert(
      fc.property(configurations, (configuration) => {
        for (const { contentType, text } of filesOf(configuration)) {
          if (contentType === 'text/xml') expect(wellFormed(text)).toBe(true)
        }
      }),
    )
  })

  test.each([{}, polycom, grandstream])('lets the device’s keys override the profile’s (%j)', (phone) => {
    const keys = [
      { category: 'line' as const, position: 2, type: 'blf' as const, value: '1077', label: 'Own', line: 1 },
    ]
    expect(firstFile({ ...phone, keys })).toContain('1077')
    expect(firstFile({ ...phone, keys })).not.toContain('1002')
  })

  test.each([{}, polycom, grandstream])('lets the profile’s settings override the defaults (%j)', (phone) => {
    const name = {
      Yealink: 'account.1.sip_server.1.address',
      Polycom: 'reg.1.server.1.address',
      Grandstream: 'P47',
    }[receptionPhone(phone).vendor]
    const text = firstFile({
      ...phone,
      provisioning: null,
      profile: {
        name: '',
        keys: [],
        overrides: {},
        settings: [{ name: name ?? '', value: 'edge.example' }],
      },
    })
    expect(text).toContain('edge.example')
    expect(text).not.toContain('harbor.pbx.example')
  })

  test.each([{}, polycom, grandstream])('contains no secrets when masked (%j)', (phone) => {
    const files = filesOf(masked(receptionPhone({ ...phone, admin_password: 'Adm1n-word' })))
    const text = files.map((file) => file.text).join()
    expect(text).toContain(SECRET_SHOWN)
    expect(text).not.toMatch(/S3cret|Adm1n|Fetch-word/)
  })

  test('does not exist for an unsupported vendor', () => {
    expect(filesOf(receptionPhone({ vendor: 'Mitel' }))).toEqual([])
  })

  test.each([
    ['HT814', []],
    ['HT-818', []],
    ['HT', []],
    ['HT801', ['cfg000b82112233.xml']],
    ['ht 802', ['cfg000b82112233.xml']],
    ['GRP2699', ['cfg000b82112233.xml']],
  ])('exists for a Grandstream %s if its parameters are known: %j', (model, names) => {
    expect(filesOf(receptionPhone({ ...grandstream, model })).map(({ name }) => name)).toEqual(names)
  })
})
