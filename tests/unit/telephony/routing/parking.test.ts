import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parkLot } from '@/lib/resources/park-lot'
import { everySpaceOf, parkSpaceOf, spacesOf } from '@/lib/telephony/park-spaces'
import { carrying } from '@/lib/telephony/routing/scene'
import type { Row } from '@/lib/telephony/routing/snapshot'
import { endText } from '@/lib/telephony/simulator/answer'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { aFeatureCode, anExtension, aParkLot, aRingGroup } from '@/tests/support/factories/snapshot-rows'
import { ask, dialing, endOf, from, fromPhone, rung, said, to, walk } from './routing-helpers'

const tenant = (lot: Partial<Row<'park_lots'>> = {}) =>
  snapshotOf({
    extensions: [anExtension('1001'), anExtension('1002')],
    feature_codes: [aFeatureCode('park', '*59')],
    ring_groups: [aRingGroup('6000')],
    park_lots: [aParkLot('5900', { name: 'Front', timeout: 60, ...lot })],
  })
/** An outside call transferred by extension 1001. */
const transferred = carrying(from(), { divertedBy: 'e1001' })

describe('a park lot', () => {
  test('parks a call in its first free space under its own number, or in a space under that space’s number', () => {
    expect(said(ask(tenant(), 'feature', dialing('5900'), transferred))).toEqual([
      '5900 parks the call in the first free space of 5900 Front.',
    ])
    const { feature, reason } = ask(tenant(), 'feature', dialing('5910'), transferred)
    expect(feature).toMatchObject({ does: 'park', lot: '5900', place: '5910', timeout: 60 })
    expect(reason).toMatchObject({ why: 'call park', place: '5910', record: { table: 'park_lots' } })
  })

  test.each(['5911', '05901', '590'])('has no space %s', (digits) => {
    expect(ask(tenant(), 'refuse', dialing(digits), fromPhone('1001')).cause).toBe('NO_ROUTE_DESTINATION')
  })

  test('returns an unclaimed call to the phone that parked it', () => {
    expect(ask(tenant(), 'feature', dialing('5900'), transferred).then.place).toEqual(to('e1001'))
    const path = walk(tenant(), dialing('5900'), {}, transferred)
    expect(rung(path)).toEqual(['1001 60–90'])
  })

  test('returns a call to the phone that parked it by dialing, even if that phone was called before', () => {
    const before = carrying(transferred, { visited: ['destination e1001'] })
    expect(
      endOf(walk(tenant(), dialing('5903'), { phones: { e1001: { is: 'answers', after: 5 } } }, before)),
    ).toBe('answered after 65: 1001 Desk 1001 rings for 30 secs.')
    expect(ask(tenant(), 'feature', dialing('5900'), fromPhone('1002')).then.place).toEqual(to('e1002'))
  })

  test('sends an unclaimed call to its timeout destination if it has one', () => {
    const lot = tenant({ timeout_destination_id: 'g6000' })
    expect(ask(lot, 'feature', dialing('5900'), transferred).then.place).toEqual(to('g6000'))
  })

  test('keeps a call if nobody is known to have parked it', () => {
    const { feature } = ask(tenant(), 'feature', dialing('5900'), from())
    expect(feature).toMatchObject({ timeout: null })
    expect(endText(walk(tenant(), dialing('5900'), {}, from()))).toBe('The call stays parked')
  })

  test('parks nothing while it is disabled, nor does the feature code without a lot', () => {
    const disabled = tenant({ enabled: false })
    expect(said(ask(disabled, 'refuse', dialing('5901'), transferred))).toEqual([
      'Park lot 5900 Front is disabled.',
    ])
    expect(said(ask(disabled, 'refuse', dialing('*59'), transferred))).toEqual([
      '*59 (feature code *59 park) cannot be used here.',
    ])
  })
})

describe('the numbers of a park lot', () => {
  const lots = fc.record({
    number: fc.integer({ min: 10, max: 9_999_900 }).map(String),
    places: fc.integer({ min: 1, max: 50 }),
  })

  test('are its own and those of its spaces', () => {
    fc.assert(
      fc.property(lots, fc.integer({ min: -60, max: 60 }), (lot, away) => {
        const number = String(Number(lot.number) + away)
        const expected = away === 0 ? 'lot' : away > 0 && away <= lot.places ? 'space' : null
        expect(parkSpaceOf(lot, number)).toBe(expected)
        expect(everySpaceOf(lot).includes(number)).toBe(expected === 'space')
        expect(spacesOf(lot)).toEqual([everySpaceOf(lot)[0], everySpaceOf(lot).at(-1)])
      }),
    )
  })

  test('all have the same length: a lot that would outgrow it is rejected', () => {
    fc.assert(
      fc.property(lots, (lot) => {
        const form = { ...parkLot.blank, name: 'Front', ...lot }
        const longer = spacesOf(lot)[1].length > lot.number.length
        expect(parkLot.schema.safeParse(form).success).toBe(!longer)
      }),
      { examples: [[{ number: '95', places: 4 }], [{ number: '95', places: 5 }]] },
    )
  })
})
