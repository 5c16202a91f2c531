import { describe, expect, test } from 'vitest'
import { callLadder } from '@/lib/cdr/call-ladder'
import { databaseFilters, isBeyondChart, isFiltered, NO_FILTERS } from '@/lib/cdr/call-query'
import { blockableNumber, blockPath, callNumber, callTime } from '@/lib/cdr/call-text'
import { exportPath } from '@/lib/cdr/export-path'

const filters = { ...NO_FILTERS, number: '(207) 555-01', status: 'missed' as const }

describe('call filters', () => {
  test('are sent to the database only where they are set', () => {
    expect(databaseFilters(NO_FILTERS)).toEqual({})
    expect(databaseFilters(filters)).toEqual({ number: '20755501', number_match: 'start', status: 'missed' })
    for (const number of ['tel:+12075550100', '+1 (207) 555-0100', '＋１２０７５５５０１００'])
      expect(databaseFilters({ ...NO_FILTERS, number })).toMatchObject({ number: '+12075550100' })
    for (const number of ['011 44 20 7946 0018', '+44 (0)20 7946 0018'])
      expect(databaseFilters({ ...NO_FILTERS, number })).toMatchObject({ number: '+442079460018' })
    expect(databaseFilters({ ...NO_FILTERS, number: '01144', match: 'end' })).toMatchObject({
      number: '01144',
    })
    expect(databaseFilters({ ...NO_FILTERS, accountCode: ' ACME-1 ' })).toEqual({ account_code: 'ACME-1' })
    expect(databaseFilters({ ...NO_FILTERS, number: ' () ', extension: ' ', accountCode: ' ' })).toEqual({})
  })

  test('count as filters when set, and are known to narrow the list further than the chart', () => {
    expect(isFiltered(NO_FILTERS)).toBe(false)
    expect(isFiltered({ ...NO_FILTERS, recorded: true })).toBe(true)
    expect(isBeyondChart({ ...NO_FILTERS, status: 'missed', direction: 'local' })).toBe(false)
    expect(isBeyondChart(filters)).toBe(true)
  })

  test('are included in the export link', () => {
    const span = { from: '2026-01-01', until: '2026-01-31' }
    const query = { ...filters, span, sort: 'start' as const, descending: true, after: null, before: null }
    expect(exportPath('t', query)).toBe(
      '/api/tenants/t/cdr-export?from=2026-01-01&until=2026-01-31&sort=start&desc=true&number=20755501&match=start&status=missed',
    )
    expect(exportPath('t', { ...query, ...NO_FILTERS, accountCode: 'ACME-1' })).toContain(
      '&accountCode=ACME-1',
    )
  })
})

describe('a call as text', () => {
  test.each([
    ['+12075550107', '(207) 555-0107'],
    ['+442079460123', '+442079460123'],
    ['1001', '1001'],
    ['2075550107', '2075550107'],
    [null, ''],
  ])('shows the number %s as %s', (number, text) => expect(callNumber(number)).toBe(text))

  test('shows times in the tenant’s zone, with the year unless it is this year', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    expect(callTime('2026-01-14T14:12:30Z', 'America/New_York', now)).toBe('Jan 14, 9:12:30 AM')
    expect(callTime('2025-01-14T14:12:30Z', 'Pacific/Honolulu', now)).toBe('Jan 14, 2025, 4:12:30 AM')
    // On New Year's Eve it is next year in UTC.
    expect(callTime('2026-01-01T01:00:00Z', 'America/New_York', now)).toBe('Dec 31, 2025, 8:00:00 PM')
  })

  test.each([
    ['inbound', '+12125550142', '+12075550107', '+12125550142'],
    ['outbound', '1001', '+14155550110', '+14155550110'],
    ['local', '1001', '1002', undefined],
    ['inbound', 'anonymous', '+12075550107', undefined],
  ] as const)(
    'offers, for an %s call from %s to %s, to block %s',
    (direction, from_number, to_number, number) => {
      expect(blockableNumber({ direction, from_number, to_number })).toBe(number)
    },
  )

  test('links to a new block rule with the number and direction filled in', () => {
    expect(blockPath('t', 'inbound', '+12125550142')).toBe(
      '/app/tenants/t/call-block?record=new&block=%2B12125550142&way=inbound',
    )
  })
})

describe('the ladder diagram of a call', () => {
  const start_at = '2026-01-14T14:00:00.000Z'
  const at = (seconds: number) => new Date(Date.parse(start_at) + seconds * 1000).toISOString()

  test('has a column for each party and its steps in order of time', () => {
    const { parties, steps } = callLadder(
      { start_at, from_number: '+12125550142', to_number: '+12075550107' },
      [
        {
          number: '+12075550107',
          started_at: start_at,
          ringing_at: at(1),
          answered_at: at(5),
          ended_at: at(65),
          peers: [{ number: '1001' }, { number: '1002' }],
        },
        { uuid: 'b', number: '1002', started_at: at(2), ended_at: at(4), hangup_cause: 'LOSE_RACE' },
      ],
    )
    expect(parties).toEqual(['+12125550142', 'Switch', '1001', '1002'])
    expect(steps.map(({ seconds, from, to, what }) => [seconds, from, to, what])).toEqual([
      [0, 0, 1, 'Calls (207) 555-0107'],
      [0, 1, 2, 'Rings'],
      [0, 1, 3, 'Rings'],
      [1, 2, 0, 'Ringing'],
      [2, 1, 3, 'Rings'],
      [4, 3, 1, 'Hung up'],
      [5, 2, 0, 'Answers'],
      [65, 1, 0, 'Hung up'],
    ])
  })
})
