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

/** Where a call is: the question that nextStep answers. */
export type Place =
  /** A call from outside to a number, E.164. */
  | { at: 'number'; number: string }
  /** What a phone of the tenant dialed, or what a call is transferred to. */
  | { at: 'dialed'; digits: string }
  /** A row of `destinations`. */
  | { at: 'destination'; id: string }
  | { at: 'voicemail'; extensionId: string }
  | { at: 'end'; cause: Cause; because: Reason }

/** A place as text, the same for the same place: what loops are found by. */
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

/** What a call carries from step to step; the switch keeps it in channel variables. */
export interface Carried {
  /** The number (dids) that an outside caller called. */
  didId: string | null
  /** Prefixes of the caller's name, in the order in which the call passed them. */
  namePrefixes: readonly string[]
  /** Alert-Info for phones; empty for their usual ring. */
  distinctiveRing: string
  holdMusicId: string | null
  record: boolean
  /** Written to the call record. */
  accountCode: string
  /** The extension whose forwarding or follow me sent the call on: its toll class and caller ID count. */
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
  /** The extension that calls; null for a caller from outside. */
  extensionId: string | null
  /** A whole number drawn for the call, which random orders come from; 0 keeps the order of the members. */
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

/** A call that begins outside; `number` is E.164, or empty when withheld. */
export function callFromOutside(number: string, name = ''): Call {
  return { number, name, extensionId: null, draw: 0, carried: NOTHING_CARRIED }
}

/** A call that begins at a phone of the tenant. */
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

/** Stands for any caller from outside: no rule for certain callers, or for withheld numbers, applies. */
export const ANY_CALLER: Call = callFromOutside('any')
