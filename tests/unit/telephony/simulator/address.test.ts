import { describe, expect, test } from 'vitest'
import { testAgainPath, testCallPath, testRecordPath } from '@/lib/telephony/simulator/address'

const PAGE = '/app/tenants/acme/test-call'
const call = {
  direction: 'inbound',
  from_number: '+12125550123',
  to_number: '+12075550107',
  did: '+12075550107',
  extension: '1001',
  start_at: '2026-07-01T14:30:20Z',
} as const
const again = (given: Partial<Parameters<typeof testAgainPath>[2]>) => {
  const path = testAgainPath('acme', 'America/New_York', { ...call, ...given })
  return Object.fromEntries(new URL(path, 'http://any.test').searchParams)
}

describe('the link to the call test', () => {
  test('is the bare page if nothing is known', () => {
    expect(testCallPath('acme')).toBe(PAGE)
  })

  test('contains the called number of a record', () => {
    expect(testRecordPath('acme', 'ring_groups', { number: '6000' })).toBe(`${PAGE}?to=6000`)
    expect(testRecordPath('acme', 'extensions', { extension: '1001' })).toBe(`${PAGE}?to=1001`)
    expect(testRecordPath('acme', 'dids', { number: '+12075550107' })).toBe(`${PAGE}?to=%2B12075550107`)
  })

  test('is undefined for records that cannot be called', () => {
    expect(testRecordPath('acme', 'devices', { number: '1' })).toBeUndefined()
    expect(testRecordPath('acme', 'ring_groups', {})).toBeUndefined()
  })

  test('repeats an inbound call at its minute in the tenant’s time zone', () => {
    expect(again({})).toEqual({ caller: '+12125550123', to: '+12075550107', at: '2026-07-01T10:30' })
  })

  test('repeats a call from a withheld number as one', () => {
    expect(again({ from_number: 'anonymous' })).toMatchObject({ withheld: 'true' })
  })

  test('repeats an outbound call from its extension, and a local one from its caller', () => {
    const dialed = { to_number: '+12125550199', did: null }
    expect(again({ ...dialed, direction: 'outbound', from_number: '+12075550107' })).toEqual({
      extension: '1001',
      to: '+12125550199',
      at: '2026-07-01T10:30',
    })
    expect(again({ direction: 'local', from_number: '1002', to_number: '1001', did: null })).toMatchObject({
      extension: '1002',
      to: '1001',
    })
  })
})
