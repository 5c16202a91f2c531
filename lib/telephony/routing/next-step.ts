import { arrive } from './arrive'
import { goTo } from './destination'
import { dialed } from './dialed'
import { type Call, type Place, placeKey } from './place'
import { placeLabel } from './place-label'
import { arrivedAt, refuse, type Scene } from './scene'
import type { TenantSnapshot } from './snapshot'
import { indexOf } from './snapshot-index'
import type { Step } from './step'
import { leaveMessage } from './voicemail'

/** A call passes at most so many places; FreeSWITCH itself ends one after 70 transfers (max_forwards). */
export const MAX_STEPS = 60

/**
 * What happens to a call at a place at a moment (milliseconds since 1970), and why. Pure: the same question has the same answer.
 * A call that comes back to a place without a key pressed since would never end, so it ends there.
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
