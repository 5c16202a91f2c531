import { calledNumber, dialedDigits } from '../dialed-number'
import { isEmergency } from '../emergency-number'
import { emergencyDialed } from '../route-choice'
import { arrive, tenantLimit, toOwnNumber } from './arrive'
import { blocked } from './block'
import { goTo } from './destination'
import { dialedFeature } from './feature'
import { callEmergency, callOut, dialOut } from './outside'
import { park } from './park'
import { type Call, type Place, placeKey } from './place'
import { placeLabel } from './place-label'
import { arrivedAt, decide, ending, refuse, type Scene } from './scene'
import type { Row, TenantSnapshot } from './snapshot'
import { indexOf, inService, refOf } from './snapshot-index'
import type { Limit, Step } from './step'
import { leaveMessage } from './voicemail'

/** Maximum number of places per call; FreeSWITCH itself ends a call after 70 transfers (max_session_transfers). */
export const MAX_STEPS = 60

/**
 * What happens to a call at a place at an instant (milliseconds since 1970), and why. Pure. A call that returns to a place without
 * a key press in between would never end, so it ends there.
 */
export function nextStep(snapshot: TenantSnapshot, place: Place, call: Call, moment: number): Step {
  const index = indexOf(snapshot)
  const arrived: Scene = { index, place, call: arrivedAt(call, place), moment }
  if (place.at === 'end') return refuse(arrived, place.cause, place.because)
  if (call.carried.hops >= MAX_STEPS) {
    const reason = { why: 'too many steps', record: index.tenant, steps: MAX_STEPS } as const
    return refuse(arrived, 'EXCHANGE_ROUTING_ERROR', reason)
  }
  if (call.carried.visited.includes(placeKey(place))) {
    const { record, label } = placeLabel(index, place)
    return refuse(arrived, 'EXCHANGE_ROUTING_ERROR', { why: 'loop', record, place: label })
  }
  switch (place.at) {
    case 'number':
      return arrive(arrived, place.number)
    case 'dialed':
      return dialed(arrived, place.digits)
    case 'destination':
      return goTo(arrived, place.id)
    case 'voicemail':
      return leaveMessage(arrived, place.extensionId)
  }
}

/**
 * What a phone dialed: emergency numbers first (47 CFR 9.16: nothing may stand in their way), then feature codes, the tenant's
 * numbering plan, digits that a route rewrites to an emergency number, even if a disabled record has the same number, the tenant's own
 * outside numbers, and the outside world, unless a rule blocks the number. A call transferred here from
 * outside can reach the same, except features that belong to an extension. Whoever transfers a call pays for it, and is who dialed
 * an emergency number for a caller from outside.
 */
function dialed(scene: Scene, typed: string): Step {
  const { index, call } = scene
  const record = index.tenant
  const digits = dialedDigits(typed)
  if (digits === undefined) {
    return refuse(scene, 'NO_ROUTE_DESTINATION', { why: 'cannot be dialed', record, digits: typed })
  }
  const phone = index.row('extensions', call.extensionId)
  const payer = index.row('extensions', call.carried.divertedBy) ?? phone
  if (isEmergency(digits)) return callEmergency(scene, digits, phone ?? payer ?? null, digits)
  // Whoever is transferred to a code has not dialed it.
  const dialer = call.carried.divertedBy === null ? phone : undefined
  const feature = digits.startsWith('*') ? dialedFeature(scene, digits, dialer) : undefined
  const internal = index.internal(digits)
  const parking = index.parking(digits)
  const areaCode = index.setting('area_code').value ?? undefined
  if (!feature && !(internal && inService(index, internal)) && !parking) {
    const emergency = emergencyDialed(index.snapshot.outbound_routes, digits, areaCode)
    if (emergency) return callEmergency(scene, emergency, phone ?? payer ?? null, digits)
  }
  const out = phone && refusedPhone(scene, phone)
  if (out) return out
  const limits = payer ? [...tenantLimit(scene), ...(phone ? [ownLimit(phone)] : [])] : []
  const records =
    phone?.recording === 'all' && !call.carried.record
      ? { set: { record: true }, notes: [{ why: 'recorded', record: refOf('extensions', phone) } as const] }
      : {}

  if (feature) return { ...feature, limits }
  if (internal) {
    const owner = index.row(internal.table, internal.id)
    const reason = {
      why: 'internal number',
      record: owner ? refOf(internal.table, owner) : record,
      digits,
    } as const
    return decide(scene, { place: { at: 'destination', id: internal.id }, reason }, { limits, ...records })
  }
  if (parking) return { ...park(scene, parking, digits), limits }
  const number = calledNumber(digits, areaCode)
  const inside = (called: string): Step | undefined => {
    const own = toOwnNumber(scene, called)
    if (own) return decide(scene, own, { limits, ...records })
    const block = payer && blocked(scene, 'outbound', called, payer.id)
    return block && decide(scene, block)
  }
  const barred = inside(number) ?? (payer && refusedPhone(scene, payer))
  if (barred) return barred
  const leaving = phone && payer ? dialOut(scene, digits, payer, limits) : callOut(scene, digits, limits)
  // A route can make another number of it, such as by taking off a leading 9.
  const made = leaving.kind === 'outside' && leaving.number !== number ? leaving.number : undefined
  return (made && inside(made)) || leaving
}

/** A phone that is out of service can only call emergency services. */
function refusedPhone(scene: Scene, phone: Row<'extensions'>): Step | undefined {
  const record = refOf('extensions', phone)
  if (!phone.enabled) return refuse(scene, 'OUTGOING_CALL_BARRED', { why: 'disabled', record })
  return phone.suspended ? refuse(scene, 'OUTGOING_CALL_BARRED', { why: 'suspended', record }) : undefined
}

function ownLimit(phone: Row<'extensions'>): Limit {
  const on = refOf('extensions', phone)
  const calls = phone.concurrent_limit
  return { on, calls, full: ending('SWITCH_CONGESTION', { why: 'too many calls', record: on, calls }) }
}
