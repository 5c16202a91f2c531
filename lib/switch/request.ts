import { emergencyDialed } from '../telephony/route-choice'
import { type Call, callFromOutside, callFromPhone, type Place } from '../telephony/routing/place'
import type { TenantSnapshot } from '../telephony/routing/snapshot'
import { indexOf } from '../telephony/routing/snapshot-index'
import { storedCall } from './call-state'
import { CALL, PARTNER, PARTNERS_CHANNEL } from './channel-variables'
import { e164 } from './numbers'
import { type Question, questionOf } from './question'

/** A channel with hundreds of variables sends about 20 kB. */
export const MAX_QUESTION_BYTES = 512 * 1024

/** The decoded fields of a mod_xml_curl request. Channel variables start with `variable_`. */
export type SwitchRequest = Readonly<Record<string, string | undefined>>

/** Context of inbound calls from outside; calls from phones and calls in progress use the tenant's domain. */
export const PUBLIC_CONTEXT = 'public'

/** The dialplan context in which the call looks for its way; '' if FreeSWITCH does not say. */
export const contextOf = (request: SwitchRequest) =>
  request['Caller-Context'] ?? request['Hunt-Context'] ?? ''
/** The dialed number, or the place to which a call is transferred. */
export const extensionAsked = (request: SwitchRequest) =>
  request['Hunt-Destination-Number'] ?? request['Caller-Destination-Number'] ?? ''
/** A channel variable of the call; '' if it has none of that name. */
export const variableOf = (request: SwitchRequest, name: string) => request[`variable_${name}`] ?? ''

/** A request with its call. */
export interface Asked {
  question: Question
  call: Call
}

/**
 * Interprets a dialplan request; undefined if no call of the tenant can make it. Calls from outside use the context `public`, all
 * others the tenant's domain. The caller is whoever the switch has authenticated, never what a phone claims.
 */
export function askedOf(snapshot: TenantSnapshot, request: SwitchRequest): Asked | undefined {
  const context = contextOf(request)
  const extension = extensionAsked(request)
  if (context === PUBLIC_CONTEXT) {
    // A phone can name a gateway (`gw+`), as whose call FreeSWITCH then takes its own.
    if (variableOf(request, 'sofia_profile_name') === PHONES) return undefined
    // Only numbers can be called from outside, not places or feature codes.
    const called = e164(extension)
    if (called === undefined) return undefined
    const { number, name } = withheldBy(request)
    const call = callFromOutside(
      number ? '' : callerNumber(request['Caller-Caller-ID-Number'] ?? ''),
      name ? '' : request['Caller-Caller-ID-Name'],
    )
    const place: Place = { at: 'number', number: called }
    return { question: { asks: 'place', place }, call: drawn(call, request) }
  }
  if (context.toLowerCase() !== snapshot.tenant.domain.toLowerCase()) return undefined
  const carried = storedCall(variableOf(request, CALL), snapshot.tenant.id)
  const question = questionOf(extension)
  // mod_valet_parking keeps this variable on the calls that it parks, also on one that a phone transferred to it, unasked.
  const byLot = question?.asks === 'parked' && extension === variableOf(request, ORBIT)
  const referred = isReferred(request) && !byLot
  if (question && !referred) return carried && { question, call: parkedBy(carried, question) }
  // A parking lamp monitors park+5901 (mod_valet_parking), so its key dials that.
  const dialed: Place = { at: 'dialed', digits: extension.replace(/^park\+/, '') }
  // A call that is transferred to one that waits at a place comes there, too.
  const place = question?.place ?? dialed
  if (carried) return transferred(snapshot, request, carried, place)
  const domain = variableOf(request, 'domain_name')
  if (domain !== '' && domain.toLowerCase() !== context.toLowerCase()) return undefined
  const caller = phoneNamed(snapshot, variableOf(request, 'user_name'))
  if (caller && !referred)
    return { question: { asks: 'place', place }, call: drawn(callFromPhone(caller), request) }
  // Calls to a phone ask nothing until they are transferred.
  const called = phoneNamed(snapshot, variableOf(request, 'dialed_user'))
  return called && transferred(snapshot, request, drawn(callFromPhone(called), request), place)
}

/** The call with whoever parked it: by an attended transfer, which asks nothing, another one than the call knows. */
function parkedBy(call: Call, question: Question): Call {
  if (question.asks !== 'parked' || question.by === null || question.by === call.extensionId) return call
  return { ...call, carried: { ...call.carried, divertedBy: question.by } }
}

/** The variable that holds where mod_valet_parking sends a call that nobody picks up. */
export const ORBIT = 'valet_parking_orbit_exten'

/** Name of the profile with which phones register. */
export const PHONES = 'internal'

/** The variable in which mod_sofia tells a transfer's target. Each answer removes it. */
export const REFERRED = 'sip_refer_to'
const isReferred = (request: SwitchRequest) => variableOf(request, REFERRED) !== ''

/**
 * A call was transferred. The toll class of the extension applies whose phone did it, as the switch knows it: what a phone says about
 * itself (Referred-By) does not count. If the switch does not know, only the tenant's own numbers can be reached, and emergency numbers.
 */
function transferred(
  snapshot: TenantSnapshot,
  request: SwitchRequest,
  call: Call,
  place: Place,
): Asked | undefined {
  const on = variableOf(request, PARTNERS_CHANNEL)
  // As a call is answered, it is not bridged yet: then only whoever called can transfer it.
  const connected = variableOf(request, 'last_bridge_to') || on
  const isPartner = on === '' || on === connected
  const payer = isPartner ? phoneNamed(snapshot, variableOf(request, PARTNER)) : undefined
  const paid = payer?.id ?? (isReferred(request) ? null : (call.extensionId ?? call.carried.divertedBy))
  if (paid === null && !isFree(snapshot, place)) return undefined
  const carried = { ...call.carried, divertedBy: paid, visited: [] }
  return { question: { asks: 'place', place }, call: { ...call, carried } }
}

/** Whether a place can be reached on nobody's account. */
function isFree(snapshot: TenantSnapshot, place: Place): boolean {
  if (place.at !== 'dialed') return false
  const { internal, parking, setting } = indexOf(snapshot)
  const { digits } = place
  const areaCode = setting('area_code').value ?? undefined
  return (
    internal(digits) !== undefined ||
    parking(digits) !== undefined ||
    emergencyDialed(snapshot.outbound_routes, digits, areaCode) !== undefined
  )
}

/** The extension of a user, which is its id (directory.ts), or of a number, as phones name each other. */
function phoneNamed(snapshot: TenantSnapshot, name: string) {
  if (name === '') return undefined
  const index = indexOf(snapshot)
  return index.row('extensions', name) ?? index.rows('extensions', 'extension', name)[0]
}

/** The caller's number in the form the engine compares: E.164, or empty if withheld. */
export function callerNumber(sent: string): string {
  return e164(sent) ?? (/^[0-9*#]{1,24}$/.test(sent) ? sent : '')
}

/**
 * Whether a caller from outside withholds number and name. The carrier then asserts them to the switch alone (Privacy, RFC 3325;
 * Remote-Party-ID), and whoever is called must not learn them (47 CFR 64.1601(b)).
 */
export function withheldBy(request: SwitchRequest): { number: boolean; name: boolean } {
  const number = request['Caller-Privacy-Hide-Number'] === 'true'
  return { number, name: number || request['Caller-Privacy-Hide-Name'] === 'true' }
}

/** A pseudorandom integer, stable for the duration of a call, derived from its channel id (FNV-1a). */
export function drawOf(channel: string): number {
  let hash = 2166136261
  for (const letter of channel) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return (hash >>> 0) % 1_000_000
}

function drawn(call: Call, request: SwitchRequest): Call {
  return { ...call, draw: drawOf(request['Unique-ID'] ?? '') }
}
