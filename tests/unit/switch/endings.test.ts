import { expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { extensionOf } from '@/lib/switch/question'
import { callFromOutside, type Place } from '@/lib/telephony/routing/place'
import { parseXml } from '@/tests/support/dialplan'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import { aBlockRule, aGateway, anExtension, aNumber, aRoute } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const CALLER = '+12075550199'
const MOMENT = Date.UTC(2026, 2, 3, 15)

/** The last applications that a call from outside executes at a place, with their data. */
function ending(given: GivenSnapshot, place: Place, state: 'ringing' | 'answered') {
  const snapshot = snapshotOf(given)
  const { xml } = dialplan(environmentOf(snapshot, MOMENT), {
    'Caller-Context': snapshot.tenant.domain,
    'Hunt-Destination-Number': extensionOf({ asks: 'place', place }),
    'Answer-State': state,
    variable_trunkline_call: callVariable(callFromOutside(CALLER), snapshot.tenant.id),
  })
  const actions = [...parseXml(xml).querySelectorAll('action')].map((action) =>
    `${action.getAttribute('application')} ${action.getAttribute('data') ?? ''}`.trim(),
  )
  return actions.filter((action) => /^(?:answer|playback|hangup)/.test(action))
}

const busy = { at: 'destination', id: 'e1001' } as const
const dnd = { extensions: [anExtension('1001', { do_not_disturb: true, voicemail_enabled: false })] }

test('a busy call that was answered hears so, any other is refused as busy', () => {
  expect(ending(dnd, busy, 'answered')).toEqual([
    'playback tone_stream://%(500,500,480,620);loops=6',
    'hangup USER_BUSY',
  ])
  expect(ending(dnd, busy, 'ringing')).toEqual(['hangup USER_BUSY'])
})

test.each([
  ['hangup', ['answer', 'hangup NORMAL_CLEARING']],
  ['reject', ['hangup CALL_REJECTED']],
  ['busy', ['hangup USER_BUSY']],
] as const)('a rule that blocks a caller by %s ends the call so', (action, ends) => {
  const rule = aBlockRule(CALLER, { action })
  const called = aNumber('+12075550100', { destination_id: 'e1001' })
  const given = { extensions: [anExtension('1001')], dids: [called], call_block_rules: [rule] }
  expect(ending(given, { at: 'number', number: '+12075550100' }, 'ringing')).toEqual(ends)
})

test('a call that a phone has transferred to one that rang goes where nobody answers', () => {
  const forwards = {
    forward_busy_enabled: true,
    forward_busy_destination_id: 'e1002',
    forward_no_answer_enabled: true,
    forward_no_answer_destination_id: 'e1003',
    forward_not_registered_enabled: true,
    forward_not_registered_destination_id: 'e1004',
  }
  const others = ['1002', '1003', '1004'].map((number) => anExtension(number))
  const snapshot = snapshotOf({ extensions: [anExtension('1001', forwards), ...others] })
  const { xml } = dialplan(environmentOf(snapshot, MOMENT), {
    'Caller-Context': snapshot.tenant.domain,
    'Hunt-Destination-Number': extensionOf({ asks: 'rung', place: { at: 'destination', id: 'e1001' } }),
    variable_trunkline_call: callVariable(callFromOutside(CALLER), snapshot.tenant.id),
    // FreeSWITCH sets it as the ringing begins.
    variable_originate_disposition: 'failure',
  })
  expect(xml).toContain('transfer" data="destination.e1003 XML')
})

test('a call that a phone has transferred to one outside that rang ends with it, unless it is an emergency call', () => {
  const gateways = ['east', 'west'].map((name) => aGateway(name, { may_carry_emergency: true }))
  const both = { gateway_1_id: 'east', gateway_2_id: 'west' }
  const routes = [aRoute('national', both), aRoute('emergency', both)]
  const snapshot = snapshotOf({ extensions: [anExtension('1001')], gateways, outbound_routes: routes })
  const left = (digits: string) => {
    const { xml } = dialplan(environmentOf(snapshot, MOMENT), {
      'Caller-Context': snapshot.tenant.domain,
      'Hunt-Destination-Number': digits,
      variable_user_name: 'e1001',
      variable_domain_name: snapshot.tenant.domain,
    })
    const [, ...after] = [...parseXml(xml).querySelectorAll('action')]
      .map((action) => `${action.getAttribute('application')} ${action.getAttribute('data')}`)
      .join('\n')
      .split(/^bridge .*\n/m)
    return after
  }
  const ends = 'transfer ${cond(${originate_disposition} == failure ? hangup inline)}\n'
  const [next, last] = left('3035550142')
  expect(next?.startsWith(ends)).toBe(true)
  expect(last).toContain(ends)
  expect(left('911')).toEqual(['', expect.not.stringContaining('hangup inline')])
})
