import { describe, expect, test } from 'vitest'
import type { AskingSwitch } from '@/lib/switch/admission'
import type { EmergencyCall } from '@/lib/switch/agent/agent-event'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { directory } from '@/lib/switch/directory'
import { answerSwitch } from '@/lib/switch/serve'
import type { SwitchStore } from '@/lib/switch/switch-store'
import { callFromOutside, callFromPhone } from '@/lib/telephony/routing/place'
import { parseXml } from '@/tests/support/dialplan'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import { aGateway, anExtension, aNumber, aRoute } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const ASKING: AskingSwitch = {
  id: 'switch',
  switch_name: 'one',
  address: '127.0.0.1',
  internal_profile_port: 5060,
  external_profile_port: 5080,
  all_tenants: true,
  tenant_ids: [],
}

/** The emergency notification for a number dialed by extension 1001. */
async function told(
  digits: string,
  given: GivenSnapshot,
  more: Record<string, string> = {},
): Promise<EmergencyCall[]> {
  const calls: EmergencyCall[] = []
  const snapshot = snapshotOf({
    tenant: { domain: 'acme.pbx.test' },
    settings: { emergency_notification_emails: ['desk@acme.test'] },
    extensions: [anExtension('1001')],
    ...given,
  })
  const store: Pick<SwitchStore, 'admit' | 'tenantOf' | 'notifyEmergency'> = {
    admit: () => Promise.resolve({ outcome: 'admitted', switch: ASKING, versions: {} }),
    tenantOf: () => Promise.resolve({ snapshot, hashes: new Map() }),
    notifyEmergency: async (_state, call) => void calls.push(call),
  }
  const body = new URLSearchParams({
    section: 'dialplan',
    'Caller-Context': 'acme.pbx.test',
    'Hunt-Destination-Number': digits,
    'Unique-ID': 'a channel',
    variable_user_name: '1001',
    variable_domain_name: 'acme.pbx.test',
    ...more,
  }).toString()
  const authorization = `Basic ${Buffer.from('one:secret').toString('base64')}`
  await answerSwitch({ authorization, address: '', site: 'http://app.test', body }, store as SwitchStore)
  return calls
}

test('a 911 call is reported as it is dialed, even if no route takes it', async () => {
  expect(await told('911', { outbound_routes: [aRoute('emergency')] })).toMatchObject([
    { channel: 'a channel', extension: 'e1001', leaves: true },
  ])
  expect(await told('911', { outbound_routes: [] })).toMatchObject([{ extension: 'e1001', leaves: false }])
})

test('a 911 call that no gateway takes asks what to do before it ends', () => {
  const snapshot = snapshotOf({
    tenant: { domain: 'acme.pbx.test' },
    extensions: [anExtension('1001')],
    outbound_routes: [aRoute('emergency')],
  })
  const actions = (digits: string) => {
    const { xml } = dialplan(environmentOf(snapshot, 0), {
      'Caller-Context': 'acme.pbx.test',
      'Hunt-Destination-Number': digits,
      variable_trunkline_call: callVariable(callFromPhone(anExtension('1001')), snapshot.tenant.id),
    })
    return [...parseXml(xml).querySelectorAll('action')].map(
      (each) => `${each.getAttribute('application')} ${each.getAttribute('data') ?? ''}`,
    )
  }
  expect(actions('dialed.911')).toContain('set call_timeout=3600')
  expect(actions('dialed.911').at(-1)).toBe('transfer failed.dialed.911 XML acme.pbx.test')
  expect(actions('failed.dialed.911').at(-1)).toBe('hangup NORMAL_TEMPORARY_FAILURE')
})

test('a 911 call that no gateway took is reported once more, as one that reached nobody', async () => {
  const given = { outbound_routes: [aRoute('emergency')] }
  const call = callVariable(callFromPhone(anExtension('1001')), 'tenant')
  expect(await told('failed.dialed.911', given, { variable_trunkline_call: call })).toEqual([
    expect.objectContaining({ channel: 'a channel failed', extension: 'e1001', leaves: false }),
  ])
  expect(await told('failed.dialed.933', given, { variable_trunkline_call: call })).toEqual([])
})

test('a caller from outside who gets to 911 is reported, with the extension that has transferred the call', async () => {
  const outside = {
    variable_user_name: '',
    variable_trunkline_call: callVariable(callFromOutside('+12075550199'), 'tenant'),
  }
  const by = {
    ...outside,
    variable_trunkline_partner: 'e1001',
    variable_sip_refer_to: '<sip:911@acme.pbx.test>',
  }
  const given = { outbound_routes: [aRoute('emergency')] }
  expect(await told('911', given, by)).toMatchObject([{ extension: 'e1001', leaves: true }])
  expect(await told('911', given, outside)).toMatchObject([{ extension: null, leaves: true }])
  const nines = aRoute('pattern', { pattern: '^9[0-9]+$', strip_digits: 1 })
  const unknown = { ...by, variable_trunkline_partner: '' }
  expect(await told('9911', { outbound_routes: [nines] }, unknown)).toMatchObject([{ leaves: true }])
  expect(await told('12075550199', given, outside)).toEqual([])
})

test('a 933 test call, or another call that no route takes, is not reported', async () => {
  expect(await told('933', { outbound_routes: [] })).toEqual([])
  expect(await told('12075550199', { outbound_routes: [] })).toEqual([])
})

describe('an extension that the switch keeps', () => {
  const kept = (given: GivenSnapshot, domain = 'acme.pbx.test') => {
    const tenant = snapshotOf({
      tenant: { domain: 'acme.pbx.test' },
      extensions: [anExtension('1001', { location: 'Floor 2', outbound_did_id: 'd1' })],
      dids: [aNumber('+12075550101', { id: 'd1' })],
      gateways: [
        aGateway('east', { channels: 1, may_carry_emergency: true }),
        aGateway('west', { may_carry_emergency: true }),
      ],
      ...given,
    })
    const xml = directory(tenant, { user: '1001', domain }, () => ({ sip: null, voicemail: null }), true)
    const user = parseXml(xml).querySelector('user')
    const value = (name: string) => user?.querySelector(`variable[name="${name}"]`)?.getAttribute('value')
    const names = [...(user?.querySelectorAll('variable') ?? [])].map(
      (each) => each.getAttribute('name') ?? '',
    )
    return { cacheable: user?.getAttribute('cacheable'), value, names }
  }
  const route = aRoute('emergency', { gateway_1_id: 'east', gateway_2_id: 'west' })

  test('brings the ways out for emergency numbers, with number and location, and no limit', () => {
    const { cacheable, value } = kept({ outbound_routes: [route] })
    expect(cacheable).toBe('true')
    for (const number of ['911', '933', '988']) {
      const way = value(`trunkline_${number}`)
      expect(way).toContain('sip_h_X-Emergency-Location=Floor 2')
      expect(way).toMatch(new RegExp(`sofia/gateway/east/${number}\\|\\[.*sofia/gateway/west/${number}$`))
      expect(way).toContain('origination_caller_id_number=+12075550101')
      expect(way).not.toContain('execute_on_originate')
      expect(way).toContain('no_throttle_limits=true')
      expect(way).toContain('progress_timeout=120')
      // Whom its call has reached outside gets the same.
      const exported = `_nolocal_trunkline_callers_${number}`
      expect(value(exported)).toBe(way)
      expect(value('export_vars')?.split(',')).toContain(exported)
    }
  })

  test('keeps them from whom its phone hands over, with everything that their legs would get', () => {
    const { names, value } = kept({ outbound_routes: [route] })
    const withheld = value('attended_transfer_no_copy')?.split(',') ?? []
    const ways = names.filter((name) => /trunkline_.*\d{3}$|^export_vars$/.test(name))
    expect(ways).toHaveLength(7)
    expect(withheld).toEqual(expect.arrayContaining(ways))
    // FreeSWITCH reads no more.
    expect(withheld.length).toBeLessThanOrEqual(128)
  })

  test('has none where no route carries them', () => {
    expect(kept({ outbound_routes: [] }).value('trunkline_911')).toBeUndefined()
  })

  test('is kept for a minute only if it is asked for in another spelling', () => {
    expect(kept({}, 'ACME.pbx.test')).toMatchObject({ cacheable: '60000' })
  })
})
