import { describe, expect, test } from 'vitest'
import { reasonText } from '@/lib/telephony/routing/reason-text'
import { simulate } from '@/lib/telephony/routing/simulate'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { barsOf, endsAt, endText, linesOf, phonesOf } from '@/lib/telephony/simulator/answer'
import { callable } from '@/lib/telephony/simulator/callable'
import { questionOf, type TestCall } from '@/lib/telephony/simulator/question'
import { snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import {
  aMember,
  aMenu,
  anExtension,
  anOption,
  aNumber,
  aQueue,
  aRingGroup,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'

const NUMBER = '+12075550107'
const MONDAY = Date.parse('2026-11-23T15:00:00Z')
const FORM: TestCall = {
  extension: null,
  caller: '',
  withheld: false,
  to: NUMBER,
  at: null,
  digits: '',
  phones: {},
  patience: null,
}
const tenant = snapshotOf({
  dids: [aNumber(NUMBER, { destination_id: 'g6000' })],
  extensions: [anExtension('1001'), anExtension('1002')],
  ring_groups: [aRingGroup('6000', { timeout_destination_id: voicemailOf('e1001') })],
  ring_group_members: [aMember('g6000', 1, 'e1001'), aMember('g6000', 2, 'e1002')],
  outbound_routes: [aRoute('national')],
})

function lackOf(form: Partial<TestCall>, snapshot = tenant) {
  const asked = questionOf(snapshot, { ...FORM, ...form }, MONDAY)
  return 'field' in asked ? asked : undefined
}
function pathOf(form: Partial<TestCall> = {}, snapshot: TenantSnapshot = tenant) {
  const asked = questionOf(snapshot, { ...FORM, ...form }, MONDAY)
  if ('field' in asked) throw new Error(asked.text)
  return simulate(snapshot, asked.started, asked.assumptions)
}
const said = (path: ReturnType<typeof pathOf>) => linesOf(path).map(({ reason }) => reasonText(reason))

describe('a test call that cannot be placed yet', () => {
  test('lacks the called number', () => {
    expect(lackOf({ to: ' ' })).toEqual({ field: 'to', text: 'Choose the number that is called.' })
    expect(lackOf({ to: '', extension: '1001' })?.text).toBe('Enter what the phone dials.')
  })

  test('lacks the calling extension', () => {
    expect(lackOf({ extension: '' })?.text).toBe('Choose the extension that calls.')
    expect(lackOf({ extension: '1009' })?.text).toBe('There is no extension 1009. Choose another.')
  })

  test('has a caller that is neither a phone number nor withheld', () => {
    expect(lackOf({ caller: 'Anna' })).toEqual({ field: 'caller', text: 'Enter a valid phone number.' })
    expect(lackOf({ caller: 'Anna', withheld: true })).toBeUndefined()
  })

  test('has a time that clocks skip when they go forward', () => {
    expect(lackOf({ at: '2026-03-08T02:30' })?.field).toBe('at')
    expect(lackOf({ at: '' })?.field).toBe('at')
    expect(lackOf({ at: '2026-03-08T03:30' })).toBeUndefined()
  })
})

describe('a call path as text', () => {
  test('states each step once, in order, and where the call ends', () => {
    const path = pathOf()
    expect(said(path)).toEqual([
      '(207) 555-0107 routes here.',
      '6000 Group 6000 rings 2 phones all at once, for 30 secs at most.',
      'Nobody in 6000 Group 6000 answers within 30 secs.',
      'The voicemail of 1001 Desk 1001 takes a message.',
    ])
    expect(endText(path)).toBe('The caller leaves a voicemail message')
    expect(endsAt(path)).toBe(30)
  })

  test('names who answers, and when', () => {
    const path = pathOf({ phones: { '1001': 'busy', '1002': 'answers' } })
    expect(endText(path)).toBe('1002 Desk 1002 answers')
    expect(endsAt(path)).toBe(5)
    const ringing = path.stages.find(({ step }) => step.kind === 'ring')
    expect(ringing && barsOf(path, ringing)).toEqual([
      expect.objectContaining({
        rings: [expect.objectContaining({ start: 0, end: 5, outcome: 'answered' })],
      }),
    ])
  })

  test('names the loop that ends a call', () => {
    const looping = snapshotOf({
      dids: [aNumber(NUMBER, { destination_id: 'm5100' })],
      ivr_menus: [
        aMenu('5100', { exit_destination_id: 'm5101' }),
        aMenu('5101', { exit_destination_id: 'm5100' }),
      ],
    })
    const path = pathOf({}, looping)
    expect(endText(path)).toBe('A loop ends the call')
    expect(said(path).at(-1)).toBe(
      'The call comes back to the IVR menu 5100 Menu 5100: this is a loop, and the call ends.',
    )
  })

  test('follows the digits, grouped per menu by spaces or commas', () => {
    const menus = snapshotOf({
      dids: [aNumber(NUMBER, { destination_id: 'm5100' })],
      extensions: [anExtension('1001')],
      ivr_menus: [aMenu('5100'), aMenu('5101')],
      ivr_menu_options: [anOption('m5100', '2', 'm5101'), anOption('m5101', '1', 'e1001')],
    })
    for (const digits of ['2 1', '2,1', ' 2,  1 ']) {
      expect(phonesOf(pathOf({ digits }, menus)).map(({ key }) => key)).toEqual(['1001'])
    }
    expect(phonesOf(pathOf({ digits: '2' }, menus))).toEqual([])
  })
})

describe('the phones that decide a call path', () => {
  test('are all members of a group, even if one of them answers first', () => {
    expect(phonesOf(pathOf({ phones: { '1001': 'answers' } })).map(({ label }) => label)).toEqual([
      '1001 Desk 1001',
      '1002 Desk 1002',
    ])
  })

  test('include an outside number, where the call leaves the tenant unless an outcome is assumed', () => {
    const dialing = { extension: '1001', to: '2125550123' }
    const [phone] = phonesOf(pathOf(dialing))
    expect(phone).toMatchObject({ key: '+12125550123', leaves: true })
    expect(endText(pathOf(dialing))).toBe('The call leaves the tenant')
    expect(endText(pathOf({ ...dialing, phones: { '+12125550123': 'busy' } }))).toBe(
      'The call ends unanswered',
    )
  })

  test('a caller whose patience runs out in a queue hangs up', () => {
    const queue = snapshotOf({ call_center_queues: [aQueue('7000')], extensions: [anExtension('1001')] })
    const path = pathOf({ to: '7000', patience: 30 }, queue)
    expect(endText(path)).toBe('The caller hangs up')
    expect(endsAt(path)).toBe(30)
  })
})

test('callable records are listed numbers first, then their destinations, each by number', () => {
  expect(callable(tenant).map(({ label }) => label)).toEqual([
    '(207) 555-0107',
    '6000 Group 6000',
    '1001 Desk 1001',
    '1002 Desk 1002',
  ])
})
