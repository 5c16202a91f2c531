import { NOTIFIED_NUMBER } from '../emergency-number'
import type { Reason } from './reason'
import type { RecordRef } from './record'
import type { Scene } from './scene'
import type { Row } from './snapshot'
import { refOf, type SnapshotIndex } from './snapshot-index'
import type { EmergencyPlan } from './step'

/**
 * The number sent with an emergency call, which the dispatcher calls back: the extension's emergency number, else its caller ID,
 * else the tenant's.
 */
export function emergencyNumber(
  { index }: Scene,
  phone: Row<'extensions'> | null,
): { number: string | null; reason: Reason } {
  const record = phone ? refOf('extensions', phone) : index.tenant
  const did = emergencyDid(index, phone)
  if (!did) return { number: null, reason: { why: 'no emergency number', record } }
  const confirmed = did.e911_state === 'confirmed'
  return {
    number: did.number,
    reason: { why: 'emergency number sent', record: refOf('dids', did), number: did.number, confirmed },
  }
}

/** The data of a call to an emergency number: 47 CFR 9.16 (notification) and 9.16(b)(3) (dispatchable location). */
export function emergencyPlan(
  { index }: Scene,
  phone: Row<'extensions'> | null,
  number: string,
): { plan: EmergencyPlan; notes: Reason[] } {
  const did = emergencyDid(index, phone)
  const address = index.row('emergency_addresses', did?.emergency_address_id ?? null)
  const emails =
    number === NOTIFIED_NUMBER ? (index.setting('emergency_notification_emails').value ?? []) : []
  const record: RecordRef = phone ? refOf('extensions', phone) : index.tenant
  const plan: EmergencyPlan = {
    extensionId: phone?.id ?? null,
    callBack: did?.number ?? null,
    confirmed: did?.e911_state === 'confirmed',
    address: address ? addressLine(address) : '',
    location: phone ? locationOf(index, phone) : '',
    notify: emails,
  }
  const settings: RecordRef = { table: 'tenant_settings', id: index.tenant.id, label: '' }
  return {
    plan,
    notes: [
      { why: 'emergency call', record, number },
      {
        why: 'emergency address',
        record: address ? refOf('emergency_addresses', address) : record,
        address: plan.address,
        location: plan.location,
      },
      ...(number === NOTIFIED_NUMBER
        ? [{ why: 'emergency notification', record: settings, emails } as const]
        : []),
    ],
  }
}

function emergencyDid(index: SnapshotIndex, phone: Row<'extensions'> | null) {
  return (
    index.row('dids', phone?.emergency_did_id ?? null) ??
    index.row('dids', phone?.outbound_did_id ?? null) ??
    index.row('dids', index.setting('outbound_did_id').value)
  )
}

function addressLine(address: Row<'emergency_addresses'>): string {
  const { street, unit, city, state, postal_code, country } = address
  return [[street, unit].filter(Boolean).join(' '), city, `${state} ${postal_code}`.trim(), country]
    .filter(Boolean)
    .join(', ')
}

/** The extension's own location, else that of the first of its phones that has one. Disabled ones go on calling, so they come last. */
function locationOf(index: SnapshotIndex, extension: Row<'extensions'>): string {
  if (extension.location) return extension.location
  const lines = index.rows('device_lines', 'extension_id', extension.id)
  const placed = lines.flatMap(({ device_id }) => {
    const device = index.row('devices', device_id)
    return device?.location ? [device] : []
  })
  const [first] = placed.sort(
    (one, other) => Number(other.enabled) - Number(one.enabled) || (one.location < other.location ? -1 : 1),
  )
  return first?.location ?? ''
}
