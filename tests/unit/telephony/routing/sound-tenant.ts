import { problems } from '@/lib/telephony/routing/problems'
import type { ProblemKind } from '@/lib/telephony/routing/problems/problem'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { type GivenSnapshot, snapshotOf } from '@/tests/support/factories/snapshot'
import {
  aDevice,
  aLine,
  anAddress,
  anExtension,
  aNumber,
  aRoute,
} from '@/tests/support/factories/snapshot-rows'
import { NUMBER, TUESDAY } from './routing-helpers'

export const DID = `d${NUMBER}`

/** A tenant without problems: one extension with a phone, a number registered for 911, and routes. */
export const SOUND: GivenSnapshot = {
  settings: { emergency_notification_emails: ['desk@acme.test'], outbound_did_id: DID },
  secrets: [{ owner_table: 'extensions', owner_id: 'e1001', field: 'voicemail_pin' }],
  extensions: [anExtension('1001', { emergency_did_id: DID, location: 'Floor 2' })],
  devices: [aDevice('lobby', { location: 'Floor 2' })],
  device_lines: [aLine('phone-lobby', 'e1001')],
  emergency_addresses: [anAddress('Office')],
  dids: [
    aNumber(NUMBER, {
      destination_id: 'e1001',
      emergency: true,
      e911_state: 'confirmed',
      emergency_address_id: 'address-Office',
    }),
  ],
  outbound_routes: [aRoute('emergency'), aRoute('national', { position: 110 })],
}
export const tenant = (given: GivenSnapshot = {}): TenantSnapshot => snapshotOf({ ...SOUND, ...given })
/** The problems of one kind. */
export const found = (given: GivenSnapshot, kind: ProblemKind) =>
  problems(tenant(given), TUESDAY).filter((problem) => problem.kind === kind)
export const texts = (given: GivenSnapshot, kind: ProblemKind) =>
  found(given, kind).map(({ severity, text }) => `${severity}: ${text}`)
