import type { Assumptions, PhoneState } from '@/lib/telephony/routing/assumptions'
import { type Call, callFromOutside, callFromPhone, type Place } from '@/lib/telephony/routing/place'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { lotOf } from './lot'
import { FIRST_MOMENT, MINUTES, OUTSIDE, OWN_NUMBERS } from './random-tenant'

const CALLERS = [...OUTSIDE, '', 'anonymous'] as const

/** A call to a random tenant, with the assumptions about it. */
export interface RandomCall {
  place: Place
  call: Call
  moment: number
  assumptions: Assumptions
}

const DIALED = [
  '1001',
  '1002',
  '6000',
  '7000',
  '8000',
  '5000',
  '3000',
  '911',
  '933',
  '*98',
  '*97',
  '**1002',
  '*59',
  '5900',
  '5903',
  '*22',
  '*991001',
  '*411',
  '*72',
  '*722075550199',
  '*78',
  '*8',
  '*33000',
  '5550142',
  '2075550100',
  '2075550199',
  '18005550100',
  '011442079460018',
  '9005550142',
  '4242',
] as const

/** A call from outside or from a phone, at any minute of two years, with digits and phones in any state. */
export function randomCall(tenant: TenantSnapshot, seed: number): RandomCall {
  const lot = lotOf(seed ^ 0x5bd1e995)
  const phone = lot.oneIn(3) ? lot.of(tenant.extensions) : undefined
  /** Drawn separately, so that the rest of a call does not change. */
  const meeting = lotOf(seed + 3_000_000)
  const inRoom = (otherwise: string) =>
    meeting.oneIn(10) && !otherwise.startsWith('*') ? meeting.of(['3500', '6900']) : otherwise
  const state = (): PhoneState =>
    lot.of<PhoneState>([
      { is: 'answers', after: lot.int(0, 40), confirms: !lot.oneIn(2) },
      { is: 'away' },
      { is: 'busy' },
      { is: 'declines' },
      { is: 'unregistered' },
    ])
  return {
    place: phone
      ? { at: 'dialed', digits: inRoom(lot.of(DIALED)) }
      : { at: 'number', number: lot.oneIn(20) ? '+12075550177' : lot.of(OWN_NUMBERS) },
    call: {
      ...(phone ? callFromPhone(phone) : callFromOutside(lot.of(CALLERS), lot.oneIn(2) ? 'Pat' : '')),
      draw: lot.int(0, 1000),
    },
    moment: FIRST_MOMENT + lot.int(0, MINUTES) * 60_000,
    assumptions: {
      digits: lot.list(6, () => lot.of(['1', '2', '*', '9', '', '1001', '6000'])),
      phones: Object.fromEntries(tenant.extensions.map(({ id }) => [id, state()])),
      outside: lot.oneIn(2) ? Object.fromEntries(OUTSIDE.map((number) => [number, state()])) : {},
      calls: {
        ...(lot.oneIn(4) ? { [lot.of(tenant.extensions).id]: lot.int(0, 3), tenant: lot.int(0, 3) } : {}),
        ...(meeting.oneIn(3) ? { n3500: meeting.int(0, 4) } : {}),
      },
      failedGateways: lot.oneIn(5) ? ['carrier-a'] : [],
      knowsPin: !lot.oneIn(4),
      patience: lot.int(30, 900),
    },
  }
}
