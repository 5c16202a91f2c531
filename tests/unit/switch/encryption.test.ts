import { expect, test } from 'vitest'
import { callVariable } from '@/lib/switch/call-state'
import { dialplan } from '@/lib/switch/dialplan'
import { directory } from '@/lib/switch/directory'
import { extensionOf } from '@/lib/switch/question'
import { callFromOutside } from '@/lib/telephony/routing/place'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import { aDevice, aLine, anExtension } from '@/tests/support/factories/snapshot-rows'
import { environmentOf } from './assumed-network'

const OFFER = 'rtp_secure_media_outbound=optional'

/** Whether SRTP is offered to the phones of 1001: when they are called, and when a queue or a page calls them. */
function offered(given: GivenSnapshot): boolean[] {
  const snapshot = snapshotOf({ extensions: [anExtension('1001')], ...given })
  const { domain, id } = snapshot.tenant
  const called = dialplan(environmentOf(snapshot, Date.UTC(2026, 2, 3, 15)), {
    'Caller-Context': domain,
    'Caller-Destination-Number': extensionOf({ asks: 'place', place: { at: 'destination', id: 'e1001' } }),
    variable_trunkline_call: callVariable(callFromOutside('+12075550199'), id),
  })
  const user = directory(snapshot, { user: '1001', domain }, () => ({ sip: null, voicemail: null }))
  return [called.xml, user].map((xml) => xml.includes(OFFER))
}

test('calls offer SRTP to phones that all use TLS, because others would get the keys in clear text', () => {
  const devices = [aDevice('desk'), aDevice('lobby'), aDevice('attic', { enabled: false })]
  const line = (phone: string, transport: string) => aLine(phone, 'e1001', { transport })
  const [desk, lobby] = [line('phone-desk', 'tls'), line('phone-lobby', 'tls')]
  expect(offered({ devices, device_lines: [desk, lobby] })).toEqual([true, true])
  expect(offered({ devices, device_lines: [desk, line('phone-attic', 'udp')] })).toEqual([true, true])
  expect(offered({ devices, device_lines: [desk, line('phone-lobby', 'udp')] })).toEqual([false, false])
  expect(offered({ devices, device_lines: [line('phone-attic', 'tls')] })).toEqual([false, false])
  expect(offered({})).toEqual([false, false])
})
