import { describe, expect, test } from 'vitest'
import { branches } from '@/lib/telephony/routing/branches'
import { directDialed } from '@/lib/telephony/routing/menu'
import { type GivenSnapshot, HANG_UP, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aFlow,
  aMenu,
  anExtension,
  anOption,
  aRecording,
  aRingGroup,
  aRule,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'
import { ask, endOf, from, said, to, TUESDAY, walk } from './routing-helpers'

const extensions = [anExtension('1001'), anExtension('1002')]

describe('an IVR menu', () => {
  const menu = to('m7000')
  const tenant = (given: Parameters<typeof aMenu>[1] = {}, more: GivenSnapshot = {}) =>
    snapshotOf({
      extensions,
      ivr_menus: [aMenu('7000', given), aMenu('7001', { name: 'Support' })],
      ivr_menu_options: [
        anOption('m7000', '1', 'e1001', { description: 'Sales' }),
        anOption('m7000', '2', 'm7001'),
        anOption('m7000', '3', 'e1002', { enabled: false }),
        anOption('m7001', '*', 'm7000'),
        anOption('m7001', '1', 'e1002'),
      ],
      ...more,
    })
  const answered = { others: { is: 'answers', after: 1 } } as const

  test('routes by the digit pressed', () => {
    const path = walk(tenant(), menu, { ...answered, digits: ['1'] })
    expect(path.end.answeredBy).toMatchObject({ number: '1001' })
    expect(path.stages[0]?.taken?.reason).toMatchObject({
      why: 'menu option',
      digits: '1',
      description: 'Sales',
    })
  })

  test('navigates sub-menus and back', () => {
    const path = walk(tenant(), menu, { ...answered, digits: ['2', '*', '2', '1'] })
    expect(path.end.answeredBy).toMatchObject({ number: '1002' })
  })

  test('hangs up after too many timeouts when it has no exit', () => {
    expect(endOf(walk(tenant({ timeout_ms: 4000, max_timeouts: 2 }), menu))).toBe(
      'refused after 8: 7000 Menu 7000 gets no valid choice and has no exit.',
    )
  })

  test('takes its exit after too many invalid choices, including a disabled option', () => {
    const snapshot = tenant({ max_failures: 2, exit_destination_id: 'e1001' })
    const path = walk(snapshot, menu, { ...answered, digits: ['9', '3', '1'] })
    expect(path.stages[0]?.taken?.reason.why).toBe('menu exit')
  })

  test('counts the time of greetings, pauses and sounds', () => {
    const recordings = ['long', 'short', 'wrong', 'bye'].map((name, at) =>
      aRecording(name, { duration_ms: 1000 * 10 ** at }),
    )
    const snapshot = tenant(
      {
        greet_long_recording_id: 'r-long',
        greet_short_recording_id: 'r-short',
        invalid_sound_recording_id: 'r-wrong',
        exit_sound_recording_id: 'r-bye',
        max_failures: 1,
      },
      { recordings },
    )
    expect(walk(snapshot, menu, { digits: ['9'] }).seconds).toBe(1 + 100 + 1000)
    expect(walk(snapshot, menu, { digits: ['', '9'] }).seconds).toBe(1 + 3 + 10 + 100 + 1000)
  })

  test('waits for another digit if it expects more', () => {
    const path = walk(tenant({ digit_length: 2, inter_digit_timeout_ms: 2000 }), menu, {
      ...answered,
      digits: ['1'],
    })
    expect(path.stages[0]?.seconds).toBe(2)
  })

  test('lets callers dial an extension only with direct dial and enough digits', () => {
    const dial = (given: Parameters<typeof aMenu>[1]) =>
      walk(tenant(given), menu, { ...answered, digits: ['1002'] }).end.how
    expect(dial({ direct_dial: true, digit_length: 4 })).toBe('answered')
    expect(dial({ direct_dial: false, digit_length: 4 })).toBe('refused')
    expect(dial({ direct_dial: true, digit_length: 3 })).toBe('refused')
  })

  test('lets nobody dial more digits than it expects', () => {
    const snapshot = tenant({ direct_dial: true, digit_length: 3 })
    const step = ask(snapshot, 'menu', menu)
    expect(directDialed(snapshot, step, '1002')).toBeNull()
    const longer = tenant({ direct_dial: true, digit_length: 4 })
    expect(directDialed(longer, ask(longer, 'menu', menu), '1002')).toMatchObject({ place: to('e1002') })
  })

  test('takes the number of a record that is out of service for no valid choice', () => {
    const off = {
      extensions: [
        anExtension('1001'),
        anExtension('1002', { enabled: false }),
        anExtension('1003', { suspended: true }),
      ],
      ring_groups: [aRingGroup('6000', { enabled: false }), aRingGroup('6001')],
    }
    const snapshot = tenant({ direct_dial: true, digit_length: 4, max_failures: 3 }, off)
    const step = ask(snapshot, 'menu', menu)
    for (const digits of ['1002', '1003', '6000']) expect(directDialed(snapshot, step, digits)).toBeNull()
    expect(directDialed(snapshot, step, '6001')).toMatchObject({ place: to('g6001') })
    const path = walk(snapshot, menu, { ...answered, digits: ['1002', '1001'] })
    expect(path.end.answeredBy).toMatchObject({ number: '1001' })
  })

  test('can be reached again by the number that its caller dials', () => {
    const snapshot = tenant({ direct_dial: true, digit_length: 4 })
    const path = walk(snapshot, menu, { ...answered, digits: ['7000', '1002'] })
    expect(path.end.answeredBy).toMatchObject({ number: '1002' })
  })

  test('prefixes the caller’s name once, however often the call comes through it', () => {
    const path = walk(
      tenant({ caller_id_name_prefix: 'IVR ' }),
      menu,
      { digits: ['2', '*', '1'] },
      from('+12075550199', 'Pat'),
    )
    const ring = path.stages.find(({ step }) => step.kind === 'ring')?.step
    expect(ring).toMatchObject({ callerId: { name: 'IVR Pat' } })
  })
})

describe('a time condition', () => {
  const condition = to('t5000')
  const tenant = (given: Parameters<typeof aTimeCondition>[1] = {}) =>
    snapshotOf({
      extensions,
      time_conditions: [aTimeCondition('5000', given)],
      time_condition_rules: [
        aRule('t5000', 'e1002', { position: 1, name: 'Office', weekdays: [2], time_ranges: [[540, 1020]] }),
        aRule('t5000', HANG_UP, { position: 0, state: 'closed', holidays: ['christmas_day'] }),
      ],
    })

  test('routes calls by the first rule that applies, in the tenant’s time zone', () => {
    const step = ask(tenant(), 'decide', condition)
    expect(step.chosen.place).toEqual(to('e1002'))
    expect(said(step)).toEqual(['5000 Hours 5000 is open: Office (Tue, 9:00 AM–5:00 PM).'])
  })

  test('may have a time zone of its own', () => {
    const step = ask(tenant({ time_zone: 'Asia/Tokyo' }), 'decide', condition)
    expect(step.reason.why).toBe('no rule applies')
  })

  test('recognizes holidays', () => {
    const step = ask(tenant(), 'decide', condition, from(), Date.parse('2029-12-25T15:00:00Z'))
    expect(step.reason).toMatchObject({ why: 'rule applies', state: 'closed' })
  })

  test('lists where calls go at other times', () => {
    const all = branches(tenant(), condition, TUESDAY)
    expect(all.map(({ place, now }) => [place, now])).toEqual([
      [to('e1002'), true],
      [to(HANG_UP), false],
      [to(HANG_UP), false],
    ])
  })

  test('is evaluated at the moment the call reaches it', () => {
    const snapshot = snapshotOf({
      extensions: [
        anExtension('1001', { forward_no_answer_enabled: true, forward_no_answer_destination_id: 't5000' }),
      ],
      time_conditions: [aTimeCondition('5000')],
      time_condition_rules: [aRule('t5000', HANG_UP, { name: 'Closing', time_ranges: [[1020, 1021]] })],
    })
    const justBefore = Date.parse('2026-03-03T21:59:45Z')
    expect(walk(snapshot, to('e1001'), {}, from(), justBefore).stages[1]?.step.reason.why).toBe(
      'rule applies',
    )
  })
})

describe('a call flow', () => {
  const flow = to('f3000')
  const tenant = (given: Parameters<typeof aFlow>[1] = {}) =>
    snapshotOf({
      extensions,
      call_flows: [
        aFlow('3000', { normal_destination_id: 'e1001', alternate_destination_id: 'e1002', ...given }),
      ],
    })

  test('routes calls by its state', () => {
    expect(ask(tenant(), 'decide', flow).chosen.place).toEqual(to('e1001'))
    const step = ask(tenant({ state: 'alternate' }), 'decide', flow)
    expect(step.chosen.place).toEqual(to('e1002'))
    expect(said(step)).toEqual(['3000 Flow 3000 is switched to Night.'])
  })

  test('switches back at its time, whether or not the stored state has changed', () => {
    const snapshot = tenant({ state: 'alternate', reverts_at: '2026-03-03T15:00:00Z' })
    expect(ask(snapshot, 'decide', flow, from(), TUESDAY - 1).chosen.place).toEqual(to('e1002'))
    const step = ask(snapshot, 'decide', flow)
    expect(step.chosen.place).toEqual(to('e1001'))
    expect(said(step)).toEqual(['3000 Flow 3000 went back to Day at Mar 3, 2026, 10:00 AM.'])
  })
})
