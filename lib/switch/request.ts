import { type Call, callFromOutside, callFromPhone, type Place } from '../telephony/routing/place'
import type { TenantSnapshot } from '../telephony/routing/snapshot'
import { indexOf } from '../telephony/routing/snapshot-index'
import { storedCall } from './carried'
import { e164 } from './numbers'
import { type Question, questionOf } from './question'

/** The fields of a request of mod_xml_curl, decoded. Those that a channel's variables stand in begin with `variable_`. */
export type SwitchRequest = Readonly<Record<string, string | undefined>>

/** What calls from outside come in with; those of phones and those under way come in the tenant's domain. */
export const PUBLIC_CONTEXT = 'public'

export const contextOf = (request: SwitchRequest) =>
  request['Caller-Context'] ?? request['Hunt-Context'] ?? ''
/** What is dialed, or the place that a call is transferred to. */
export const extensionAsked = (request: SwitchRequest) =>
  request['Hunt-Destination-Number'] ?? request['Caller-Destination-Number'] ?? ''
export const variableOf = (request: SwitchRequest, name: string) => request[`variable_${name}`] ?? ''

/** A question with the call that it is about. */
export interface Asked {
  question: Question
  call: Call
}

/**
 * What a dialplan request asks of a tenant; undefined for what no call of that tenant asks. A call from outside asks in the
 * context `public`, all others in the tenant's domain. Who calls is what the switch has authenticated, never what a phone says.
 */
export function askedOf(snapshot: TenantSnapshot, request: SwitchRequest): Asked | undefined {
  const context = contextOf(request)
  const extension = extensionAsked(request)
  if (context === PUBLIC_CONTEXT) {
    // Only numbers are called from outside: a place's name or a feature code is none.
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
  // The lamp of a parking place watches park+5901 (mod_valet_parking), so its key dials that.
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
 * A phone has transferred a call to what it dialed. It pays for it: its toll class counts. Where the switch does not tell which
 * phone it was, the call can only go to numbers of the tenant.
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
  if (paid === null && !internal(digits) && !parking(digits)) return undefined
  return { question, call: { ...call, carried: { ...call.carried, divertedBy: paid, visited: [] } } }
}

function phoneNamed(snapshot: TenantSnapshot, number: string) {
  return number === '' ? undefined : indexOf(snapshot).rows('extensions', 'extension', number)[0]
}

/** The caller's number as the engine compares it: E.164, or empty when withheld. */
export function callerNumber(sent: string): string {
  return e164(sent) ?? (/^[0-9*#]{1,24}$/.test(sent) ? sent : '')
}

/** A whole number for each call that stays the same while it lasts, drawn from its channel's id (FNV-1a). */
export function drawOf(channel: string): number {
  let hash = 2166136261
  for (const letter of channel) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return (hash >>> 0) % 1_000_000
}

function drawn(call: Call, request: SwitchRequest): Call {
  return { ...call, draw: drawOf(request['Unique-ID'] ?? '') }
}
