import { isEmergency } from '../telephony/outbound'
import { type Call, callFromOutside, callFromPhone, type Place } from '../telephony/routing/place'
import type { TenantSnapshot } from '../telephony/routing/snapshot'
import { indexOf } from '../telephony/routing/snapshot-index'
import { storedCall } from './call-state'
import { e164 } from './numbers'
import { type Question, questionOf } from './question'

/** The decoded fields of a mod_xml_curl request. Channel variables start with `variable_`. */
export type SwitchRequest = Readonly<Record<string, string | undefined>>

/** Context of inbound calls from outside; calls from phones and calls in progress use the tenant's domain. */
export const PUBLIC_CONTEXT = 'public'

export const contextOf = (request: SwitchRequest) =>
  request['Caller-Context'] ?? request['Hunt-Context'] ?? ''
/** The dialed number, or the place to which a call is transferred. */
export const extensionAsked = (request: SwitchRequest) =>
  request['Hunt-Destination-Number'] ?? request['Caller-Destination-Number'] ?? ''
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
    // Only numbers can be called from outside, not places or feature codes.
    const called = e164(extension)
    if (called === undefined) return undefined
    const number = callerNumber(request['Caller-Caller-ID-Number'] ?? '')
    const call = callFromOutside(number, request['Caller-Caller-ID-Name'] ?? '')
    const place: Place = { at: 'number', number: called }
    return { question: { asks: 'place', place }, call: drawn(call, request) }
  }
  if (context.toLowerCase() !== snapshot.tenant.domain.toLowerCase()) return undefined
  const carried = storedCall(variableOf(request, 'trunkline_call'), snapshot.tenant.id)
  const question = questionOf(extension)
  if (question) return carried && { question, call: carried }
  // A parking lamp monitors park+5901 (mod_valet_parking), so its key dials that.
  const digits = extension.replace(/^park\+/, '')
  const place: Place = { at: 'dialed', digits }
  const dialing: Question = { asks: 'place', place }
  if (carried) return transferred(snapshot, request, carried, dialing, digits)
  const domain = variableOf(request, 'domain_name')
  if (domain !== '' && domain.toLowerCase() !== context.toLowerCase()) return undefined
  const phone = phoneNamed(snapshot, variableOf(request, 'user_name') || variableOf(request, 'dialed_user'))
  return phone && { question: dialing, call: drawn(callFromPhone(phone), request) }
}

/**
 * A phone transferred a call to a dialed number. The phone's toll class applies. If the switch does not say which phone it was,
 * only the tenant's own numbers can be reached, and emergency numbers.
 */
function transferred(
  snapshot: TenantSnapshot,
  request: SwitchRequest,
  call: Call,
  question: Question,
  digits: string,
): Asked | undefined {
  const referrer = /sips?:([^@;>]+)@/.exec(variableOf(request, 'sip_h_Referred-By'))?.[1] ?? ''
  const payer = phoneNamed(snapshot, referrer)
  const paid = payer?.id ?? call.extensionId ?? call.carried.divertedBy
  const { internal, parking } = indexOf(snapshot)
  if (paid === null && !isEmergency(digits) && !internal(digits) && !parking(digits)) return undefined
  return { question, call: { ...call, carried: { ...call.carried, divertedBy: paid, visited: [] } } }
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

/** A pseudorandom integer, stable for the duration of a call, derived from its channel id (FNV-1a). */
export function drawOf(channel: string): number {
  let hash = 2166136261
  for (const letter of channel) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return (hash >>> 0) % 1_000_000
}

function drawn(call: Call, request: SwitchRequest): Call {
  return { ...call, draw: drawOf(request['Unique-ID'] ?? '') }
}
