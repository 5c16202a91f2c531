import type { Reason } from './reason'

/**
 * Q.850 causes by FreeSWITCH's names that the engine ends calls with
 * (https://developer.signalwire.com/freeswitch/FreeSWITCH-Explained/Troubleshooting-Debugging/Hangup-Cause-Code-Table_3964945/).
 */
export type Cause =
  | 'CALL_REJECTED'
  | 'EXCHANGE_ROUTING_ERROR'
  | 'FACILITY_NOT_SUBSCRIBED'
  | 'INCOMPATIBLE_DESTINATION'
  | 'NORMAL_CLEARING'
  | 'NORMAL_TEMPORARY_FAILURE'
  | 'NO_ANSWER'
  | 'NO_ROUTE_DESTINATION'
  | 'OUTGOING_CALL_BARRED'
  | 'SUBSCRIBER_ABSENT'
  | 'SWITCH_CONGESTION'
  | 'UNALLOCATED_NUMBER'
  | 'USER_BUSY'

/** Where a call is: the input of nextStep. */
export type Place =
  /** A call from outside to a number, E.164. */
  | { at: 'number'; number: string }
  /** A number dialed by the tenant's phone, or to which a call is transferred. */
  | { at: 'dialed'; digits: string }
  /** A row of `destinations`. */
  | { at: 'destination'; id: string }
  | { at: 'voicemail'; extensionId: string }
  | { at: 'end'; cause: Cause; because: Reason }

/** A place as a unique string, used to detect loops. */
export function placeKey(place: Place): string {
  switch (place.at) {
    case 'number':
      return `number ${place.number}`
    case 'dialed':
      return `dialed ${place.digits}`
    case 'destination':
      return `destination ${place.id}`
    case 'voicemail':
      return `voicemail ${place.extensionId}`
    case 'end':
      return `end ${place.cause}`
  }
}

/** The state a call carries from step to step; the switch keeps it in channel variables. */
export interface Carried {
  /** The number (dids) that an outside caller called. */
  didId: string | null
  /** Prefixes of the caller's name, in the order they were added. */
  namePrefixes: readonly string[]
  /** Alert-Info for phones; empty for their default ringtone. */
  distinctiveRing: string
  holdMusicId: string | null
  record: boolean
  /** Written to the call record. */
  accountCode: string
  /** The extension whose forwarding, follow me or transfer sent the call to this place: its toll class and caller ID apply. */
  divertedBy: string | null
  /** Places (placeKey) since the caller last pressed a key. */
  visited: readonly string[]
  /** Places since the call began. */
  hops: number
}

export interface Call {
  /** The caller's number: E.164, empty when withheld; the extension number for a phone of the tenant. */
  number: string
  /** The name that came with the call; empty for none. */
  name: string
  /** The calling extension; null for a caller from outside. */
  extensionId: string | null
  /** A pseudorandom integer of the call, used for random orders; 0 keeps the order of the members. */
  draw: number
  carried: Carried
}

const NOTHING_CARRIED: Carried = {
  didId: null,
  namePrefixes: [],
  distinctiveRing: '',
  holdMusicId: null,
  record: false,
  accountCode: '',
  divertedBy: null,
  visited: [],
  hops: 0,
}

/** A call from outside; `number` is E.164, or empty if withheld. */
export function callFromOutside(number: string, name = ''): Call {
  return { number, name, extensionId: null, draw: 0, carried: NOTHING_CARRIED }
}

/** A call from a phone of the tenant. */
export function callFromPhone(extension: {
  id: string
  extension: string
  effective_caller_id_name: string
}): Call {
  return {
    number: extension.extension,
    name: extension.effective_caller_id_name,
    extensionId: extension.id,
    draw: 0,
    carried: NOTHING_CARRIED,
  }
}

/** Any caller from outside: rules for certain callers or withheld numbers do not apply. */
export const ANY_CALLER: Call = callFromOutside('any')
