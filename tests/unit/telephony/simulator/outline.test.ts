import { describe, expect, test } from 'vitest'
import { type OutlineNode, outlineOf } from '@/lib/telephony/simulator/outline'
import { type GivenSnapshot, snapshotOf, voicemailOf } from '@/tests/support/factories/snapshot'
import {
  aCondition,
  aMember,
  aMenu,
  anExtension,
  anOption,
  aNumber,
  aRingGroup,
  aRule,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'

const NUMBER = '+12075550107'
const MONDAY = Date.parse('2026-11-23T15:00:00Z')
const SUNDAY = Date.parse('2026-11-22T15:00:00Z')

/** An outline as indented lines: label, state, and which calls reach it if not the current ones. */
function drawn(given: GivenSnapshot, moment = MONDAY): string[] {
  const lines = (nodes: readonly OutlineNode[], depth: number): string[] =>
    nodes.flatMap(({ label, state, calls, children }) => [
      `${'  '.repeat(depth)}${label}: ${state}${calls === 'now' ? '' : `, ${calls}`}`,
      ...lines(children, depth + 1),
    ])
  return lines(outlineOf(snapshotOf(given), NUMBER, moment), 0)
}
const leadingTo = (destination: string): GivenSnapshot => ({
  dids: [aNumber(NUMBER, { destination_id: destination })],
})

describe('the routing outline of a number', () => {
  const office: GivenSnapshot = {
    ...leadingTo('t5000'),
    time_conditions: [aTimeCondition('5000', { otherwise_destination_id: voicemailOf('e1001') })],
    time_condition_rules: [aRule('t5000', 'g6000', { weekdays: [1, 2, 3, 4, 5] })],
    ring_groups: [aRingGroup('6000', { timeout_destination_id: voicemailOf('e1001') })],
    ring_group_members: [aMember('g6000', 1, 'e1001')],
    extensions: [anExtension('1001')],
  }

  test('follows every branch to its end, and marks those that do not apply now', () => {
    expect(drawn(office)).toEqual([
      'the time condition 5000 Hours 5000: goes on',
      '  the ring group 6000 Group 6000: goes on',
      '    the voicemail of extension 1001 Desk 1001: ends',
      '  the voicemail of extension 1001 Desk 1001: again, not now',
    ])
    expect(drawn(office, SUNDAY)).toEqual([
      'the time condition 5000 Hours 5000: goes on',
      '  the voicemail of extension 1001 Desk 1001: ends',
      '  the ring group 6000 Group 6000: goes on, not now',
      '    the voicemail of extension 1001 Desk 1001: again',
    ])
  })

  test('marks branches that only certain callers take', () => {
    const given: GivenSnapshot = {
      dids: [aNumber(NUMBER, { destination_id: 'e1001' })],
      did_conditions: [aCondition(`d${NUMBER}`)],
      extensions: [anExtension('1001')],
    }
    expect(drawn(given)).toContain('the end of the call: refused, certain callers')
  })

  test('merges the branches to one place', () => {
    const [condition] = outlineOf(snapshotOf(office), NUMBER, MONDAY)
    const [group] = condition?.children ?? []
    expect(condition?.ways).toEqual(['(207) 555-0107 routes here.'])
    expect(group?.does).toBe('6000 Group 6000 rings 1 phone, for 30 secs at most.')
  })

  test('reports a loop, but not a way back by a key', () => {
    const menus = (given: GivenSnapshot): GivenSnapshot => ({
      ...leadingTo('m5100'),
      ivr_menus: [aMenu('5100', { exit_destination_id: 'm5101' }), aMenu('5101')],
      ...given,
    })
    expect(drawn(menus({ ivr_menu_options: [anOption('m5101', '9', 'm5100')] })).join('\n')).toContain(
      'the IVR menu 5100 Menu 5100: again',
    )
    const circle = [
      aMenu('5100', { exit_destination_id: 'm5101' }),
      aMenu('5101', { exit_destination_id: 'm5100' }),
    ]
    expect(drawn(menus({ ivr_menus: circle })).join('\n')).toContain('the IVR menu 5100 Menu 5100: circle')
  })

  test('reports no loop if a key is pressed on the way', () => {
    const outline = drawn({
      ...leadingTo('m5100'),
      ivr_menus: [aMenu('5100')],
      ivr_menu_options: [anOption('m5100', '1', 'g6000')],
      ring_groups: [aRingGroup('6000', { timeout_destination_id: 'm5100' })],
      ring_group_members: [aMember('g6000', 1, 'e1001')],
      extensions: [anExtension('1001')],
    }).join('\n')
    expect(outline).toContain('the IVR menu 5100 Menu 5100: again')
    expect(outline).not.toContain('circle')
  })

  test('reports what ends calls unanswered', () => {
    expect(drawn({ dids: [aNumber(NUMBER)] })).toEqual(['the end of the call: refused'])
    expect(drawn({ ...leadingTo('e1001'), extensions: [anExtension('1001', { enabled: false })] })).toEqual([
      'the extension 1001 Desk 1001: refused',
    ])
  })
})
