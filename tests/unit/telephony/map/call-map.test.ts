import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallMap, callMapOf, narrowMapTo } from '@/lib/telephony/map/call-map'
import { FIRST_MOMENT, MINUTES, randomTenant } from '@/tests/support/factories/random-tenant'
import { type GivenSnapshot, HANG_UP, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aCondition,
  aFaxBox,
  aFlow,
  aMember,
  aMenu,
  anExtension,
  anOption,
  aNumber,
  aPagedPhone,
  aPagingGroup,
  aRingGroup,
  aRoom,
  aRule,
  aTimeCondition,
} from '@/tests/support/factories/snapshot-rows'

const NUMBER = '+12075550100'
const MONDAY = Date.UTC(2026, 10, 23, 17)
const SUNDAY = Date.UTC(2026, 10, 22, 17)
const HOURS: GivenSnapshot = {
  dids: [aNumber(NUMBER, { destination_id: 't5000' })],
  time_conditions: [aTimeCondition('5000', { otherwise_destination_id: HANG_UP })],
  time_condition_rules: [aRule('t5000', 'g6000', { weekdays: [1, 2, 3, 4, 5] })],
  ring_groups: [aRingGroup('6000', { timeout_destination_id: 'e1001' })],
  ring_group_members: [aMember('g6000', 1, 'e1001')],
  extensions: [anExtension('1001', { voicemail_enabled: true })],
}
const mapOf = (given: GivenSnapshot, moment: number | null = null) => callMapOf(snapshotOf(given), moment)
const labels = ({ nodes }: CallMap) => nodes.map(({ label }) => label).sort()
const marked = ({ nodes }: CallMap, mark: string) =>
  nodes.filter(({ marks }) => (marks as readonly string[]).includes(mark)).map(({ label }) => label)
const lines = ({ edges }: CallMap) =>
  edges
    .map(({ label }) => label)
    .filter(Boolean)
    .sort()

describe('the call map', () => {
  test('shows the routes at a given moment, or at any time', () => {
    expect(lines(mapOf(HOURS, SUNDAY))).toEqual(['Otherwise'])
    expect(lines(mapOf(HOURS, MONDAY))).not.toContain('Otherwise')
    expect(lines(mapOf(HOURS))).toEqual(expect.arrayContaining(['No answer', 'Otherwise']))
    expect(labels(mapOf(HOURS))).toEqual([
      'Extension 1001 Desk 1001',
      'Hang up',
      'Number (207) 555-0100',
      'Ring group 6000 Group 6000',
      'Time condition 5000 Hours 5000',
      'Voicemail of extension 1001 Desk 1001',
    ])
  })

  test('tells the beginning of callers’ numbers from a number', () => {
    const caller = (match: string, number: string) => aCondition('d+12075550100', { match, caller: number })
    const given = (condition: ReturnType<typeof caller>) =>
      lines(mapOf({ ...HOURS, did_conditions: [condition] }, MONDAY))
    expect(given(caller('exact', '+12075550199'))).toContain('From (207) 555-0199')
    expect(given(caller('prefix', '+1207555019'))).toContain('From +1207555019…')
  })

  test('shows each place once, however many routes lead there', () => {
    const given = {
      ...HOURS,
      dids: [
        aNumber(NUMBER, { destination_id: 'g6000' }),
        aNumber('+12075550101', { destination_id: 'g6000' }),
      ],
    }
    expect(labels(mapOf(given)).filter((label) => label.startsWith('Ring group'))).toHaveLength(1)
  })

  test('marks dead ends, loops, and records that no number reaches', () => {
    const off = { ...HOURS, ring_groups: [aRingGroup('6000', { enabled: false })] }
    expect(marked(mapOf(off), 'broken')).toEqual(['Ring group 6000 Group 6000'])
    const circle = {
      ...HOURS,
      call_flows: [aFlow('3000', { normal_destination_id: 't5000', alternate_destination_id: HANG_UP })],
      time_conditions: [aTimeCondition('5000', { otherwise_destination_id: 'f3000' })],
    }
    expect(marked(mapOf(circle), 'circle')).toEqual([
      'Time condition 5000 Hours 5000',
      'Call flow 3000 Flow 3000',
    ])
    const lonely = {
      ...HOURS,
      ivr_menus: [aMenu('7000')],
      ivr_menu_options: [anOption('m7000', '1', 'e1001')],
    }
    expect(marked(mapOf(lonely), 'unreached')).toContain('IVR menu 7000 Menu 7000')
    expect(marked(mapOf(HOURS), 'unreached')).toEqual([])
  })

  test.each<[string, GivenSnapshot, string, string, string]>([
    [
      'a conference room',
      { conference_rooms: [aRoom('3500')] },
      'n3500',
      'Conference room 3500 Room 3500',
      'conference',
    ],
    [
      'a paging group',
      { paging_groups: [aPagingGroup('6900')], paging_group_members: [aPagedPhone('w6900', 1, 'e1001')] },
      'w6900',
      'Paging group 6900 Page 6900',
      'page',
    ],
    ['a fax box', { fax_boxes: [aFaxBox('3700')] }, 'x3700', 'Fax box 3700 Fax 3700', 'fax'],
  ])('shows %s as the end of the calls that lead there, and when none do', (_, place, id, label, kind) => {
    const given = { ...place, extensions: [anExtension('1001')] }
    const routed = mapOf({ ...given, dids: [aNumber(NUMBER, { destination_id: id })] })
    expect(routed.nodes.map((node) => [node.label, node.kind, node.marks])).toEqual([
      ['Number (207) 555-0100', 'number', []],
      [label, kind, []],
    ])
    expect(routed.edges).toMatchObject([{ from: `number ${NUMBER}`, to: `destination ${id}` }])
    expect(marked(mapOf(given), 'unreached')).toEqual([label])
    expect(
      marked(
        mapOf({ ...given, time_conditions: [aTimeCondition('5000', { otherwise_destination_id: id })] }),
        'unreached',
      ),
    ).toContain(label)
  })

  test('marks a paging group without phones and a disabled fax box or conference room as dead ends', () => {
    const given = {
      dids: ['w6900', 'x3700', 'n3500'].map((id, n) => aNumber(`+1207555010${n}`, { destination_id: id })),
      paging_groups: [aPagingGroup('6900')],
      fax_boxes: [aFaxBox('3700', { enabled: false })],
      conference_rooms: [aRoom('3500', { enabled: false })],
    }
    expect(marked(mapOf(given), 'broken').sort()).toEqual([
      'Conference room 3500 Room 3500',
      'Fax box 3700 Fax 3700',
      'Paging group 6900 Page 6900',
    ])
  })

  test('can be narrowed to what leads to a place and where that leads', () => {
    const given = {
      ...HOURS,
      dids: [...(HOURS.dids ?? []), aNumber('+12075550101', { destination_id: 'e1001' })],
    }
    const around = narrowMapTo(mapOf(given), 'destination g6000')
    expect(labels(around)).not.toContain('Hang up')
    expect(labels(around)).not.toContain('Number (207) 555-0101')
    expect(labels(around)).toContain('Number (207) 555-0100')
    expect(labels(around)).toContain('Voicemail of extension 1001 Desk 1001')
    expect(narrowMapTo(mapOf(given), 'nothing')).toEqual(mapOf(given))
  })

  test('contains both ends of every edge, each place once, and at a given moment no more than at any time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), fc.nat(MINUTES), (seed, minutes) => {
        const snapshot = randomTenant(seed)
        const whole = callMapOf(snapshot, null)
        const keys = whole.nodes.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        for (const { from, to } of whole.edges)
          expect([keys.includes(from), keys.includes(to)]).toEqual([true, true])
        const then = callMapOf(snapshot, FIRST_MOMENT + minutes * 60_000)
        for (const { number } of snapshot.dids)
          expect(then.nodes.some(({ key }) => key === `number ${number}`)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
