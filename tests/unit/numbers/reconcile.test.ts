import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  carrierStatus,
  type OurNumber,
  readCarrierList,
  reconcile,
  unroutedNumbers,
} from '@/lib/numbers/reconcile'

const NUMBER = '+12075550101'
const ours = (given: Partial<OurNumber> = {}): OurNumber => ({
  number: NUMBER,
  status: 'assigned',
  carrier: 'Bandwidth',
  routed: true,
  ...given,
})
const kinds = (theirs: { number: string; status: string }[], own: OurNumber[]) =>
  reconcile(theirs, own, 'bandwidth').map(({ kind }) => kind)
const listed = (status = 'Active') => [{ number: NUMBER, status }]

describe('a number', () => {
  test.each<[string, string | null, Partial<OurNumber> | null, string[]]>([
    ['in service on both sides', 'Active', {}, []],
    ['only at the carrier', 'Active', null, ['missing_here']],
    ['given up here and still billed', 'Active', { status: 'released', routed: false }, ['missing_here']],
    ['only here', null, { status: 'available', routed: false }, ['missing_there']],
    ['routed and missing at the carrier', null, {}, ['routed_not_held']],
    ['disconnected and still routed', 'Disconnected', {}, ['routed_not_held']],
    [
      'disconnected and kept in stock',
      'Ported out',
      { status: 'reserved', routed: false },
      ['status_differs'],
    ],
    ['of another carrier and not listed', null, { carrier: 'Telnyx' }, []],
    ['of another carrier and listed', 'Active', { carrier: 'Telnyx' }, ['carrier_differs']],
    ['of no known carrier and listed', 'Active', { carrier: '' }, []],
    [
      'active at the carrier, still porting here',
      'Active',
      { status: 'porting_in', routed: false },
      ['status_differs'],
    ],
    ['pending at the carrier, porting here', 'Pending', { status: 'porting_in', routed: false }, []],
    ['porting out on both sides', 'port-out-pending', { status: 'porting_out' }, []],
    ['porting out at the carrier, in service here', 'port-out-pending', {}, ['status_differs']],
    [
      'porting out at the carrier, porting in here',
      'port-out-pending',
      { status: 'porting_in' },
      ['status_differs'],
    ],
    ['already routed, still porting in', null, { status: 'porting_in' }, []],
    ['assigned and billed without a route', 'Active', { routed: false }, []],
    ['no longer known on either side', 'Disconnected', null, []],
  ])('%s', (_case, theirs, own, expected) => {
    expect(kinds(theirs === null ? [] : listed(theirs), own ? [ours(own)] : [])).toEqual(expected)
  })
})

const number = fc.integer({ min: 0, max: 30 }).map((n) => `+1207555${String(n).padStart(4, '0')}`)
const own = fc.record<OurNumber>({
  number,
  status: fc.constantFrom(
    'available',
    'reserved',
    'assigned',
    'porting_in',
    'porting_out',
    'aging',
    'released',
  ),
  carrier: fc.constantFrom('', 'Bandwidth', 'Telnyx'),
  routed: fc.boolean(),
})
const theirs = fc.record({ number, status: fc.constantFrom('', 'Active', 'Pending', 'Disconnected') })
const by = { selector: (row: { number: string }) => row.number }

describe('two number lists', () => {
  test('are compared regardless of order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(theirs, by), fc.uniqueArray(own, by), (a, b) => {
        expect(reconcile([...a].reverse(), [...b].reverse(), 'Bandwidth')).toEqual(
          reconcile(a, b, 'Bandwidth'),
        )
      }),
    )
  })

  test('agree when they hold the same numbers in service', () => {
    fc.assert(
      fc.property(fc.uniqueArray(number), (numbers) => {
        const here = numbers.map((one) => ours({ number: one }))
        const there = numbers.map((one) => ({ number: one, status: 'In service' }))
        expect(reconcile(there, here, 'Bandwidth')).toEqual([])
      }),
    )
  })

  test('always report a number that the carrier bills and we do not have, and one that is routed but no longer held', () => {
    fc.assert(
      fc.property(fc.uniqueArray(theirs, by), fc.uniqueArray(own, by), (a, b) => {
        const found = reconcile(a, b, 'Bandwidth')
        const has = (one: string, kind: string) => found.some((f) => f.number === one && f.kind === kind)
        for (const row of a) {
          const here = b.find((one) => one.number === row.number)
          if (carrierStatus(row.status) !== 'gone' && !here)
            expect(has(row.number, 'missing_here')).toBe(true)
        }
        for (const row of b) {
          const there = a.find((one) => one.number === row.number)
          if (row.routed && row.carrier !== 'Telnyx' && row.status !== 'porting_in' && !there) {
            expect(has(row.number, 'routed_not_held')).toBe(true)
          }
        }
      }),
    )
  })
})

test('assigned numbers without a route are listed apart from the differences', () => {
  const here = [ours({ routed: false }), ours({ number: '+12075550102', carrier: 'Telnyx', routed: false })]
  expect(reconcile(listed(), here, 'Bandwidth')).toEqual([])
  expect(unroutedNumbers(listed(), here, 'Bandwidth')).toEqual([NUMBER])
})

describe('a carrier’s file', () => {
  test('is read by its column names', () => {
    const file = {
      header: ['Order', 'Phone Number', 'Line Status'],
      rows: [
        ['2075550199', '207-555-0101', 'Active'],
        ['1', 'none', 'Active'],
      ],
      places: [2, 4],
      overlong: new Map(),
    }
    expect(readCarrierList(file)).toEqual({
      numbers: [{ number: NUMBER, status: 'Active' }],
      bad: [{ line: 4, text: 'none', reason: 'No phone number found.' }],
    })
  })

  test.each([
    [
      ['Order number', 'Account number', 'TN', 'Status'],
      ['88210', '55', '2075550101', 'Active'],
    ],
    [
      ['Order number', 'TN'],
      ['2125550100', '2075550101'],
    ],
    [
      ['Phone type', 'TN'],
      ['Local', '2075550101'],
    ],
    [
      ['Number of calls', 'Customer', 'Line'],
      ['3', 'Ada', '2075550101'],
    ],
    [
      ['Order', 'Line'],
      ['Ada', '2075550101'],
    ],
  ])('has its numbers in the column that holds them: %j', (header, row) => {
    const { numbers, bad } = readCarrierList({ header, rows: [row], places: [2], overlong: new Map() })
    expect(numbers.map(({ number }) => number)).toEqual([NUMBER])
    expect(bad).toEqual([])
  })

  test('has its numbers in the column where they differ, not in that of a contact', () => {
    const rows = ['2075550101', '2075550102', 'Total'].map((number) => [number, 'Active', '2125550100'])
    const { numbers } = readCarrierList({
      header: ['Number', 'Status', 'Contact phone'],
      rows,
      places: [2, 3, 4],
      overlong: new Map(),
    })
    expect(numbers.map(({ number }) => number)).toEqual([NUMBER, '+12075550102'])
  })

  test.each(['purchase-failed', 'Port failed'])('may list a number that failed to come: %s', (status) => {
    expect(kinds([{ number: NUMBER, status }], [])).toEqual([])
  })

  test.each([
    ['beside the state it lies in', ['Number', 'City', 'State', 'Rate Center', 'Status'], 'Disconnected'],
    [
      'beside two states',
      ['Number', 'City', 'Billing State', 'Service State', 'Port_Status'],
      'Disconnected',
    ],
    ['in a column named state', ['Number', 'City', 'Center', 'Rate', 'Line State'], 'Disconnected'],
    ['nowhere', ['Number', 'City', 'Billing State', 'State', 'Note'], ''],
  ])('tells the status of a number %s', (_case, header, status) => {
    const rows = [['2075550101', 'Bangor', 'ME', 'Maine', 'Disconnected']]
    const { numbers } = readCarrierList({ header, rows, places: [2], overlong: new Map() })
    expect(numbers).toEqual([{ number: NUMBER, status }])
    if (status) expect(kinds(numbers, [ours()])).toEqual(['routed_not_held'])
  })

  test('may be a bare list of numbers', () => {
    expect(
      readCarrierList({ header: ['2075550101'], rows: [['2075550102']], places: [2], overlong: new Map() }),
    ).toEqual({
      numbers: [
        { number: NUMBER, status: '' },
        { number: '+12075550102', status: '' },
      ],
      bad: [],
    })
  })

  test('is reported if it gives one number two statuses', () => {
    const rows = [
      ['2075550101', 'Active'],
      ['207-555-0101', 'Active'],
      ['2075550101', 'Disconnected'],
    ]
    const file = { header: ['Number', 'Status'], rows, places: [2, 3, 4], overlong: new Map() }
    expect(readCarrierList(file)).toEqual({
      numbers: [{ number: NUMBER, status: 'Active' }],
      bad: [
        { line: 4, text: '2075550101, Disconnected', reason: 'Line 2 gives this number a different status.' },
      ],
    })
  })
})
