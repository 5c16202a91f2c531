import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HTTAPI_CONF } from '@/lib/switch/configuration/basics'
import { callcenterConf } from '@/lib/switch/configuration/callcenter'
import { aclConf, type GatewayAccount, sofiaConf } from '@/lib/switch/configuration/sofia'
import { dialplan } from '@/lib/switch/dialplan'
import { directory } from '@/lib/switch/directory'
import { element, escaped, NOT_FOUND, xmlDocument } from '@/lib/switch/xml'
import { type DialedLeg, parseDialString } from '@/tests/support/dial-string'
import { expand, parseXml } from '@/tests/support/dialplan'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aFollower,
  aGateway,
  aMember,
  anAgent,
  anExtension,
  anOutsideDestination,
  aNumber,
  aQueue,
  aRingGroup,
  aRoute,
  aTier,
} from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

/** Text that FreeSWITCH would execute, expand or drop, and characters invalid in XML. */
const HOSTILE = [
  '${system touch /tmp/here}',
  "'${system touch /tmp/here}",
  '$${password}',
  '</condition><action application="system" data="x"/>',
  '"\'><!-- -->',
  '<?xml?>',
  'X-PRE-PROCESS cmd="exec" data="x"',
  "a',b=[c]{d}|e:_:f",
  '\\${x}\\',
  '\u0000\u0007\ud800￿\u2028',
  'Zoë & Söhne 日本 😀',
  'a\nb\r\tc',
  ']]>',
] as const
/** Variables that the compiler lets FreeSWITCH expand: the channel's id, queue values, and an extension's phones and calls. */
const OWN_EXPANSIONS =
  /\$\{(?:sofia_contact\(\*\/[0-9]+\.tenant@acme\.pbx\.test\/\[[^\]$]*\$\{cond\(\$\{limit_usage\(hash tenant extensions\.\w+\)|hash\(select\/tenant-ringing\/\w+\)|trunkline_listed:0:148|uuid|temp_dir|storage_dir|uuid_getvar\(\\\\\\\$\{signal_bond|hash\(select\/trunkline_queues\/8000@acme\.pbx\.test\)|callcenter_config\(queue list tiers 8000@acme\.pbx\.test\))\}/g
const names = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.tuple(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 9 })).map((parts) => parts.join('')),
)
const NUMBER = '+12075550100'
const CALLER = '+12075550199'

const HERE = { address: '192.0.2.7', internal_profile_port: 5060, external_profile_port: 5080 }

const gateway: GatewayAccount = {
  name: 'carrier-a',
  host: 'sip.carrier.test',
  port: 5061,
  transport: 'tls',
  register: true,
  username: 'us',
  password: 'secret',
  from_domain: '',
  from_user: '',
  expire_seconds: 600,
  ping_seconds: 30,
  trusted_addresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::7'],
  enabled: true,
}

function tenantNamed(name: string) {
  const outside = anOutsideDestination(CALLER)
  return snapshotOf({
    extensions: [
      anExtension('1001', {
        effective_caller_id_name: name,
        first_name: name,
        location: name,
        voicemail_email: name,
        follow_me_enabled: true,
      }),
    ],
    extension_follow_me: [aFollower('e1001', 1, outside.id)],
    destinations: [outside],
    dids: [
      aNumber(NUMBER, {
        destination_id: 'g6000',
        caller_id_prefix: name,
        account_code: name,
        distinctive_ring: name,
      }),
    ],
    ring_groups: [aRingGroup('6000', { name, missed_call_email: name, caller_id_name_prefix: name })],
    ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, CALLER)],
    call_center_queues: [aQueue('8000', { name })],
    call_center_agents: [anAgent('e1001', { name })],
    call_center_tiers: [aTier('q8000', 'a-e1001')],
    outbound_routes: [aRoute('national', { name }), aRoute('emergency', { name })],
    gateways: [aGateway('carrier-a')],
  })
}

/** Every answer about a tenant whose records have this name, with a caller of that name. */
function answers(name: string): string[] {
  const tenant = tenantNamed(name)
  const around = environmentOf(tenant, Date.UTC(2026, 2, 3, 15))
  const first = {
    'Caller-Context': 'public',
    'Hunt-Destination-Number': NUMBER,
    'Caller-Caller-ID-Name': name,
    'Caller-Caller-ID-Number': CALLER,
    'Unique-ID': 'channel',
  }
  const { xml } = dialplan(around, first)
  const variables = Object.fromEntries(
    actionsOf(xml).flatMap(([app, data]) => {
      const at = data.indexOf('=')
      return app === 'set' ? [[`variable_${data.slice(0, at)}`, data.slice(at + 1)]] : []
    }),
  )
  const next = (extension: string) =>
    dialplan(around, {
      ...first,
      ...variables,
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': extension,
    }).xml
  return [
    xml,
    ...['destination.g6000', 'destination.e1001', 'voicemail.e1001', 'destination.q8000'].map(next),
    ...[false, true].map((kept) =>
      directory(
        tenant,
        { user: '1001', domain: 'acme.pbx.test' },
        () => ({ sip: 'a'.repeat(32), voicemail: null }),
        kept,
      ),
    ),
    directory(tenant, { domain: 'acme.pbx.test' }, () => ({ sip: null, voicemail: null })),
    callcenterConf(around, '8000@acme.pbx.test'),
    sofiaConf(HERE, [{ ...gateway, password: name, username: name, from_user: name, host: name }]),
    aclConf([{ ...gateway, host: name, trusted_addresses: [name] }]),
  ]
}

function actionsOf(xml: string): [string, string][] {
  return [...parseXml(xml).querySelectorAll('action')].map((action) => [
    action.getAttribute('application') ?? '',
    action.getAttribute('data') ?? '',
  ])
}

describe('whatever names records have', () => {
  test('every answer is well-formed XML with only our own elements', () => {
    fc.assert(
      fc.property(names, (name) => {
        for (const xml of answers(name)) {
          const parsed = parseXml(xml)
          expect(parsed.documentElement.getAttribute('type')).toBe('freeswitch/xml')
          expect(xml).not.toMatch(/<\?|<!|x-pre-process|\$/i)
          expect(xml).not.toContain(NOT_FOUND)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('no action contains more variables than the compiler wrote, and none is added', () => {
    const shape = (name: string) =>
      answers(name).map((xml) =>
        actionsOf(xml)
          .map(([app]) => app)
          .join(' '),
      )
    const usual = shape('Front desk')
    fc.assert(
      fc.property(
        names.filter((name) => name.trim() !== '' && !/^[$\\\s\p{Cc}]*$/u.test(name)),
        (name) => {
          // A name that becomes empty when escaped is still set, with the same action.
          expect(shape(name)).toEqual(usual)
          for (const xml of answers(name)) {
            for (const [, data] of actionsOf(xml)) {
              expect(data.match(/\$\{[^}]*\}?|\$/g) ?? []).toEqual(data.match(OWN_EXPANSIONS) ?? [])
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a leg’s variables contain no more than the compiler wrote', () => {
    const namesOf = ({ variables }: DialedLeg) => [...variables.keys()]
    const named = (name: string) =>
      answers(name).flatMap((xml) =>
        actionsOf(xml).flatMap(([app, data]) =>
          app === 'bridge' ? parseDialString(expand(data, new Map())).groups.flat().map(namesOf) : [],
        ),
      )
    const usual = named('Front desk')
    expect(usual.flat()).toContain('origination_caller_id_name')
    expect(named("'Front',execute_on_answer='hangup'")).toEqual(usual)
    expect(named("'Front desk")).toEqual(usual)
  })

  test('nothing in quotes is expanded either', () => {
    const actions = answers("'${system touch /tmp/here}'").flatMap(actionsOf)
    expect(actions.filter(([, data]) => data.includes('${system'))).toEqual([])
  })

  test('text is read back as written, except for characters that XML cannot carry', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const xml = xmlDocument('directory', [element('user', { id: text })])
        const back = parseXml(xml).querySelector('user')?.getAttribute('id')
        expect(back).toBe(text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]/g, ' '))
      }),
    )
    expect(escaped('a\ud800b')).toBe('a b')
  })
})

test('phones may register only from the addresses in the tenant’s settings', () => {
  const listed = (registration_addresses: string[] | null) => {
    const tenant = snapshotOf({ extensions: [anExtension('1001')], settings: { registration_addresses } })
    const hashes = () => ({ sip: 'a'.repeat(32), voicemail: null })
    const xml = directory(tenant, { user: '1001', domain: 'acme.pbx.test' }, hashes)
    return /name="auth-acl" value="([^"]*)"/.exec(xml)?.[1]
  }
  expect(listed(null)).toBeUndefined()
  expect(listed(['203.0.113.0/24', '198.51.100.7'])).toBe('203.0.113.0/24,198.51.100.7/32')
})

test('a phone’s calls are recorded at 8 kHz, whatever its codec', () => {
  const tenant = snapshotOf({ extensions: [anExtension('1001')] })
  const hashes = () => ({ sip: null, voicemail: null })
  const xml = directory(tenant, { user: '1001', domain: 'acme.pbx.test' }, hashes)
  expect(xml).toContain('name="record_sample_rate" value="8000"')
})

test('a password reaches its gateway unchanged', () => {
  const password = '$${x}<&"\'>\\${y} [1],{2}'
  const conf = parseXml(sofiaConf(HERE, [{ ...gateway, password }]))
  const param = (name: string) => conf.querySelector(`gateway > param[name="${name}"]`)?.getAttribute('value')
  expect(param('password')).toBe(password)
  expect(param('proxy')).toBe('sip.carrier.test:5061;transport=tls')
  expect(param('expire-seconds')).toBe('600')
  expect(conf.querySelector('profile[name=internal] gateway')).toBeNull()
})

test('a switch behind NAT names its public address to phones and carriers outside its network, any other its card’s', () => {
  const told = (behind_nat?: boolean) => {
    const conf = parseXml(sofiaConf({ ...HERE, behind_nat }, []))
    return [...conf.querySelectorAll('profile > settings > param[name^="ext-"]')].map((param) => [
      param.getAttribute('name'),
      param.getAttribute('value'),
    ])
  }
  const both = [
    ['ext-sip-ip', 'autonat:192.0.2.7'],
    ['ext-rtp-ip', 'autonat:192.0.2.7'],
  ]
  expect(told(true)).toEqual([...both, ...both])
  expect(told(false)).toEqual([])
  expect(told()).toEqual([])
})

test('phones and carriers reach a switch over TLS on the port after the one for UDP', () => {
  const conf = parseXml(sofiaConf(HERE, []))
  for (const [profile, port] of [
    ['internal', '5061'],
    ['external', '5081'],
  ]) {
    const param = (name: string) =>
      conf.querySelector(`profile[name=${profile}] > settings > param[name="${name}"]`)?.getAttribute('value')
    expect([param('tls'), param('tls-sip-port')]).toEqual(['true', port])
  }
})

test('a phone’s registration lasts a day at most', () => {
  const longest = parseXml(sofiaConf(HERE, [])).querySelector(
    'profile[name=internal] > settings > param[name="sip-force-expires-max"]',
  )
  expect(longest?.getAttribute('value')).toBe('86400')
})

test('a call whose phone or carrier is gone without a word ends by itself', () => {
  const conf = parseXml(sofiaConf(HERE, []))
  const seconds = (name: string) =>
    [...conf.querySelectorAll(`profile > settings > param[name="${name}"]`)].map((param) =>
      param.getAttribute('value'),
    )
  expect(seconds('rtp-timeout-sec')).toEqual(['300', '300'])
  expect(seconds('rtp-hold-timeout-sec')).toEqual(['1800', '1800'])
})

test('a sound does not keep callers waiting while the app is out of reach, and is not lost by then', () => {
  const conf = parseXml(HTTAPI_CONF)
  const param = (name: string) => Number(conf.querySelector(`param[name="${name}"]`)?.getAttribute('value'))
  expect(param('connect-timeout')).toBe(2)
  expect(param('abs-file-cache-ttl')).toBeGreaterThan(5 * 365 * 86_400)
})

test('a gateway without a password gets a placeholder, because FreeSWITCH requires one', () => {
  const conf = parseXml(sofiaConf(HERE, [{ ...gateway, password: null }]))
  expect(conf.querySelector('gateway > param[name="password"]')?.getAttribute('value')).toBe('none')
})

test('only the addresses of enabled gateways are recognized as carriers', () => {
  const off = { ...gateway, enabled: false, trusted_addresses: ['192.0.2.1'] }
  const conf = parseXml(aclConf([gateway, { ...gateway, host: '203.0.113.9', trusted_addresses: [] }, off]))
  expect(conf.querySelector('list')?.getAttribute('default')).toBe('deny')
  expect([...conf.querySelectorAll('node')].map((node) => node.getAttribute('cidr'))).toEqual([
    '198.51.100.7/32',
    '2001:db8::7/128',
    '203.0.113.0/24',
    '203.0.113.9/32',
  ])
})
