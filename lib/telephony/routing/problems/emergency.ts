import { shownNumber } from '../../../validation/phone'
import type { E911State } from '../../e911-states'
import { NOTIFIED_NUMBER } from '../../emergency-number'
import { emergencyReadiness, type ReadinessCheck, type Remedy, settingsPart } from '../../emergency-readiness'
import { gatewaysOf, gatewaysTried, testRoutes } from '../../route-choice'
import type { RecordRef } from '../record'
import { refOf } from '../snapshot-index'
import { type Checked, type Problem, problem, settingsRef } from './problem'

/** What keeps a 911 call from getting through, from being located or from being noticed (emergencyReadiness). */
export function emergencyProblems(at: Checked): Problem[] {
  const { snapshot, index } = at
  const checks = emergencyReadiness({
    notificationEmails: index.setting('emergency_notification_emails').value ?? [],
    outboundRoutes: snapshot.outbound_routes.map((route) => ({
      name: route.name,
      matches: route.matches,
      pattern: route.pattern,
      strip_digits: route.strip_digits,
      prefix: route.prefix,
      position: route.position,
      enabled: route.enabled,
      carriesEmergency: gatewaysOf(route).some((id) => {
        const gateway = index.row('gateways', id)
        return gateway?.enabled && gateway.may_carry_emergency
      }),
    })),
    extensions: snapshot.extensions.map((extension) => ({
      id: extension.id,
      extension: extension.extension,
      name: extension.effective_caller_id_name,
      enabled: extension.enabled,
      location: extension.location,
      emergencyDidId: extension.emergency_did_id,
    })),
    devices: snapshot.devices.map((device) => ({
      id: device.id,
      label: refOf('devices', device).label,
      enabled: device.enabled,
      location: device.location,
      extensionIds: index.rows('device_lines', 'device_id', device.id).map((line) => line.extension_id),
    })),
    dids: snapshot.dids.map((did) => ({
      id: did.id,
      number: did.number,
      state: did.e911_state as E911State,
      reason: did.e911_reason,
      emergencyAddressId: did.emergency_address_id,
      enabled: did.enabled,
      leaving: did.status === 'porting_out',
      voice: did.voice,
      routed: index.row('destinations', did.destination_id)?.enabled === true,
      callBack: did.emergency,
    })),
    addresses: snapshot.emergency_addresses.map((address) => ({
      id: address.id,
      label: address.label,
      validatedAt: address.validated_at,
    })),
  })
  const country = index.setting('country').value
  return [
    ...checks.flatMap((check) =>
      check.shortcomings.map(({ text, remedy }) =>
        problem(at, severityOf(check), 'emergency', recordOf(at, check, remedy), text, `${check.id} ${text}`),
      ),
    ),
    ...registeredElsewhere(at),
    ...snapshot.emergency_addresses
      .filter((address) => country !== null && address.country !== country)
      .map((address) => {
        const text = `The emergency address ${address.label} is in ${address.country}, the tenant in ${country}.`
        return problem(at, 'notice', 'address-country', refOf('emergency_addresses', address), text)
      }),
  ]
}

/**
 * Numbers of 911 calls that do not leave by the gateway by which the number arrives: the other carrier may not have its address. A
 * notice, because a provider may have all numbers registered with a carrier of emergency calls.
 */
function registeredElsewhere(at: Checked): Problem[] {
  const { snapshot, index } = at
  const { winner } = testRoutes(snapshot.outbound_routes, NOTIFIED_NUMBER, index.gateways())
  if (!winner) return []
  const leaving = gatewaysTried(winner, NOTIFIED_NUMBER, index.gateways())
  const names = leaving.map((id) => index.row('gateways', id)?.name).join(' and ')
  const sent = new Set(snapshot.extensions.flatMap((each) => (each.enabled && each.emergency_did_id) || []))
  return snapshot.dids.flatMap((did) => {
    const arriving = index.row('gateways', did.gateway_id)
    if (!arriving || !sent.has(did.id) || leaving.includes(arriving.id)) return []
    const text = `${shownNumber(did.number)} arrives by ${arriving.name}, but 911 leaves by ${names}. Make sure that its 911 address is registered there.`
    return [problem(at, 'notice', 'emergency', refOf('dids', did), text, `gateway ${text}`)]
  })
}

/** The call itself, its number and the notification are required by law; floors and rooms only where known. */
function severityOf({ id }: ReadinessCheck): Problem['severity'] {
  return id === 'location' ? 'warning' : 'error'
}

const TABLES = {
  'dids/inbound': 'dids',
  'dids/outbound': 'outbound_routes',
  devices: 'devices',
  extensions: 'extensions',
} as const

function recordOf(at: Checked, check: ReadinessCheck, { page, record, part }: Remedy): RecordRef {
  if (page === 'settings') return settingsRef(at, settingsPart(check))
  const table = TABLES[page]
  const row = at.index.row(table, record ?? null)
  return row
    ? { ...refOf(table, row), part: part ?? FORM_PARTS[`${check.id} ${table}`] }
    : { table, id: '', label: '' }
}

const FORM_PARTS: Readonly<Record<string, string>> = {
  'caller-id extensions': 'emergency_did_id',
  'location extensions': 'location',
  'location devices': 'location',
}
