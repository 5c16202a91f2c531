import { shownNumber } from '../validation/phone'
import type { E911State } from './e911-states'
import { NOTIFIED_NUMBER } from './emergency-number'
import { type OutboundRoute, routeMatches } from './outbound'
import { numberSent, routesInOrder } from './route-choice'

/** A tenant's records for the 911 check. */
export interface EmergencySituation {
  /** Who is notified of a 911 call. */
  notificationEmails: readonly string[]
  outboundRoutes: readonly (Pick<
    OutboundRoute,
    'name' | 'matches' | 'pattern' | 'strip_digits' | 'prefix' | 'position' | 'enabled'
  > & {
    /** Whether one of its gateways is enabled and may carry emergency calls. */
    carriesEmergency: boolean
  })[]
  extensions: readonly {
    id: string
    extension: string
    name: string
    enabled: boolean
    location: string
    emergencyDidId: string | null
  }[]
  devices: readonly {
    id: string
    label: string
    enabled: boolean
    location: string
    /** Those that its lines register. */
    extensionIds: readonly string[]
  }[]
  dids: readonly {
    id: string
    number: string
    state: E911State
    /** Why the carrier rejected it. */
    reason: string
    emergencyAddressId: string | null
    enabled: boolean
    /** Whether it is being ported to another carrier. */
    leaving: boolean
    /** Whether it takes voice calls. */
    voice: boolean
    /** Whether its calls go anywhere: its destination is in service. */
    routed: boolean
    /** Whether no block rule and no limit applies to its calls. */
    callBack: boolean
  }[]
  addresses: readonly { id: string; label: string; validatedAt: string | null }[]
}

/** Where to fix a problem: a page of the tenant and, if known, the record on it. */
export interface Remedy {
  page: 'settings' | 'extensions' | 'devices' | 'dids/inbound' | 'dids/outbound'
  record?: string
  /** The field of the record's form. */
  part?: string
}

/** One problem. */
export interface Shortcoming {
  text: string
  remedy: Remedy
}

/** A requirement with its problems; none means it is met. */
export interface ReadinessCheck {
  id: 'direct-dial' | 'notification' | 'caller-id' | 'address' | 'location'
  title: string
  /** Why it is required. */
  reason: string
  shortcomings: Shortcoming[]
}

/**
 * Whether a 911 call from any phone of the tenant gets through, tells its location and notifies someone: Kari's Law (47 CFR §
 * 9.16: direct dialing without a prefix, and notification on site) and RAY BAUM'S Act (§ 9.16(b)(3): a dispatchable location,
 * that is the street address and the floor or room). Disabled extensions and devices do not count.
 */
export function emergencyReadiness(stored: EmergencySituation): ReadinessCheck[] {
  const dids = stored.dids.map((did) => ({
    ...did,
    number: shownNumber(did.number),
  }))
  const situation = { ...stored, dids }
  return [
    directDial(situation),
    notification(situation),
    callerId(situation),
    address(situation),
    location(situation),
  ]
}

/** Whether every requirement is met. */
export function isReady(checks: readonly ReadinessCheck[]): boolean {
  return checks.every(({ shortcomings }) => shortcomings.length === 0)
}

function directDial({ outboundRoutes }: EmergencySituation): ReadinessCheck {
  const reached = outboundRoutes.filter((route) => route.enabled && routeMatches(route, NOTIFIED_NUMBER))
  const taking = routesInOrder(reached).find(({ carriesEmergency }) => carriesEmergency)
  const shortcomings: Shortcoming[] = []
  if (reached.length === 0) {
    shortcomings.push({
      text: 'No enabled outbound route takes 911 without a prefix.',
      remedy: { page: 'dids/outbound' },
    })
  } else if (!taking) {
    shortcomings.push({
      text: `${reached.map(({ name }) => name).join(' and ')} takes 911, but none of its gateways is on and may carry emergency calls.`,
      remedy: { page: 'dids/outbound' },
    })
  } else if (numberSent(taking, NOTIFIED_NUMBER) !== NOTIFIED_NUMBER) {
    shortcomings.push({
      text: `${taking.name} takes 911, but sends ${numberSent(taking, NOTIFIED_NUMBER)} because of its prefix.`,
      remedy: { page: 'dids/outbound' },
    })
  }
  return {
    id: 'direct-dial',
    title: '911 can be dialed without a prefix',
    reason: 'Kari’s Law: callers must not have to dial 9 first.',
    shortcomings,
  }
}

/** The part of the settings page where a problem of this check is fixed. */
export const settingsPart = ({ id }: Pick<ReadinessCheck, 'id'>): string =>
  id === 'notification' ? 'setting-emergency_notification_emails' : 'emergency'

function notification({ notificationEmails }: EmergencySituation): ReadinessCheck {
  const someone = notificationEmails.length > 0
  return {
    id: 'notification',
    title: 'Someone is notified of every 911 call',
    reason: 'Kari’s Law: a front desk or security office is notified when the call is made.',
    shortcomings: someone
      ? []
      : [{ text: 'No emergency notification email is set.', remedy: { page: 'settings' } }],
  }
}

function callerId({ extensions, dids }: EmergencySituation): ReadinessCheck {
  const byId = new Map(dids.map((did) => [did.id, did]))
  const calling = extensions.filter(({ enabled }) => enabled)
  const sent = new Set(calling.map(({ emergencyDidId }) => emergencyDidId))
  return {
    id: 'caller-id',
    title: 'Every extension sends a number with a confirmed 911 address',
    reason: 'The dispatcher sees this number and calls it back if the line drops.',
    shortcomings: [
      ...calling.flatMap((extension): Shortcoming[] => {
        const did = byId.get(extension.emergencyDidId ?? '')
        if (did?.state === 'confirmed') return []
        const why = did
          ? `sends ${did.number}, which the carrier has not confirmed`
          : 'has no emergency caller ID'
        const remedy: Remedy = did
          ? { page: 'dids/inbound', record: did.id }
          : { page: 'extensions', record: extension.id }
        return [{ text: `${titleOf(extension)} ${why}.`, remedy }]
      }),
      ...dids.filter(({ id }) => sent.has(id)).flatMap(callBack),
    ],
  }
}

/** Why the dispatcher might not get through to a number that 911 calls send. */
function callBack({
  id,
  number,
  enabled,
  leaving,
  voice,
  routed,
  callBack,
}: EmergencySituation['dids'][number]): Shortcoming[] {
  const page = 'dids/inbound'
  if (!enabled) {
    const text = `${number} is turned off, so the dispatcher cannot call back.`
    return [{ text, remedy: { page, record: id, part: 'enabled' } }]
  }
  if (leaving) {
    const text = `${number} is porting out. Choose another emergency caller ID before it leaves.`
    return [{ text, remedy: { page, record: id } }]
  }
  if (!voice) {
    const text = `${number} takes no voice calls, so the dispatcher cannot call back.`
    return [{ text, remedy: { page, record: id, part: 'voice' } }]
  }
  if (!routed) {
    const text = `Calls to ${number} go nowhere, so the dispatcher cannot call back.`
    return [{ text, remedy: { page, record: id, part: 'destination_id' } }]
  }
  if (callBack) return []
  const text = `${number} is not an emergency callback number: a block rule or a limit of calls can refuse the dispatcher.`
  return [{ text, remedy: { page, record: id, part: 'emergency' } }]
}

function address({ dids, addresses, extensions }: EmergencySituation): ReadinessCheck {
  const used = new Set(
    extensions.filter(({ enabled }) => enabled).map(({ emergencyDidId }) => emergencyDidId),
  )
  const byId = new Map(addresses.map((known) => [known.id, known]))
  const shortcomings = dids
    .filter(({ id, state }) => state === 'confirmed' || used.has(id))
    .flatMap(({ id, number, state, reason, emergencyAddressId }): Shortcoming[] => {
      const remedy: Remedy = { page: 'dids/inbound', record: id }
      if (state === 'none') return [{ text: `${number} is not registered for 911.`, remedy }]
      if (state === 'rejected') return [{ text: `The carrier rejected ${number}: ${reason}`, remedy }]
      if (state === 'submitted')
        return [{ text: `${number} is waiting for the carrier’s confirmation.`, remedy }]
      const registered = byId.get(emergencyAddressId ?? '')
      if (registered?.validatedAt) return []
      return [
        {
          text: `The address ${registered?.label ?? ''} of ${number} is not validated.`,
          remedy: { page: 'settings' },
        },
      ]
    })
  const confirmed = dids.some(({ state }) => state === 'confirmed')
  return {
    id: 'address',
    title: 'At least one number is registered with the carrier at a validated address',
    reason: 'The call goes to the dispatch center for this address.',
    shortcomings:
      confirmed || shortcomings.length > 0
        ? shortcomings
        : [{ text: 'No number has a confirmed 911 address.', remedy: { page: 'dids/inbound' } }],
  }
}

function location({ extensions, devices }: EmergencySituation): ReadinessCheck {
  const working = devices.filter(({ enabled }) => enabled)
  const phones = Map.groupBy(
    working
      .filter((phone) => phone.location.trim())
      .flatMap((phone) => phone.extensionIds.map((extension) => ({ extension, phone }))),
    ({ extension }) => extension,
  )
  const placed = new Set(extensions.flatMap((each) => (each.location.trim() ? [each.id] : [])))
  const unplaced: Shortcoming[] = [
    ...extensions
      .filter(({ enabled }) => enabled)
      .flatMap((extension) =>
        misplaced(
          extension,
          (phones.get(extension.id) ?? []).map(({ phone }) => phone),
        ).map((text) => ({ text, remedy: { page: 'extensions' as const, record: extension.id } })),
      ),
    ...working
      .filter(
        (phone) =>
          !phone.location.trim() &&
          (phone.extensionIds.length === 0 || phone.extensionIds.some((id) => !placed.has(id))),
      )
      .map((phone) => ({
        text: `The device ${phone.label} has no location.`,
        remedy: { page: 'devices' as const, record: phone.id },
      })),
  ]
  return {
    id: 'location',
    title: 'Every extension and device has a location',
    reason: "RAY BAUM'S Act: the call tells which floor or room to go to.",
    shortcomings: unplaced,
  }
}

/** What is wrong with the location that dispatchers are given (emergencyPlan); `phones` are those of the extension that have one. */
function misplaced(
  extension: EmergencySituation['extensions'][number],
  phones: readonly { label: string; location: string }[],
): string[] {
  const [title, own] = [titleOf(extension), extension.location.trim()]
  if (own) {
    return phones
      .filter((phone) => phone.location.trim() !== own)
      .map(
        ({ label, location }) =>
          `${title} is at “${own}”, its phone ${label} at “${location.trim()}”. Dispatchers are given the extension’s.`,
      )
  }
  const places = [...new Set(phones.map((phone) => phone.location.trim()))].map((place) => `“${place}”`)
  if (places.length === 0) return [`${title} has no location.`]
  return places.length > 1
    ? [
        `The phones of ${title} are at ${places.join(' and ')}. Dispatchers are given one of them for all its calls.`,
      ]
    : []
}

function titleOf({ extension, name }: { extension: string; name: string }): string {
  return name ? `${extension} ${name}` : extension
}
