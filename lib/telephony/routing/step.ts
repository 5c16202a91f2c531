import type { QueueStrategy } from '../next-agent'
import type { RingStrategy } from '../ring-timeline'
import type { Call, Carried, Cause, Place } from './place'
import type { Reason } from './reason'
import type { RecordRef } from './record'

/** A way from a step to the next place. */
export interface Next {
  place: Place
  reason: Reason
  /** What the call carries from here on. */
  set?: Partial<Carried>
  /** The caller pressed a key for it: coming back to a place is not a loop then. */
  pressed?: true
}

/** At most so many calls at a time of a record. */
export interface Cap {
  on: RecordRef
  calls: number
}

/** A cap, and where one call more goes. */
export interface Limit extends Cap {
  full: Next
}

/** One attempt to leave by a gateway. */
export interface GatewayTry {
  /** Its label is the name that the switch knows. */
  gateway: RecordRef
  /** The number called in the gateway's format, with its prefix. */
  sent: string
  /** The caller's number in the gateway's format; null leaves it to the gateway. */
  callerNumber: string | null
  /** The header that says the caller's number, besides From. */
  callerIdHeader: string
  /** SDP names, the best first; null for those of the switch. */
  codecs: readonly string[] | null
  /** Its channels, which all tenants share. A full gateway is passed by. */
  caps: readonly Cap[]
}

/** How a call leaves the tenant. */
export interface Way {
  route: RecordRef
  /** In the order in which they are tried; at least one. */
  gateways: readonly GatewayTry[]
  /** The caller's number, E.164; null leaves it to the gateway. */
  callerId: { number: string | null; name: string }
  /** Whether the caller must enter the route's PIN first. */
  asksPin: boolean
  caps: readonly Cap[]
}

/** Whom a leg rings. */
export type Target =
  | { kind: 'extension'; id: string; number: string; label: string }
  | { kind: 'outside'; number: string; label: string; way: Way }

/** One phone that rings. Times in whole seconds since the step's ringing began, if nobody answers and all can ring. */
export interface Leg {
  /** What makes it ring: the extension itself, a follow-me target, a member of a group. */
  by: RecordRef
  target: Target
  /** Seconds before it rings once its turn has come, and how long it then rings, as set. */
  delay: number
  timeout: number
  /** When it rings, with the step's timeout applied. */
  start: number
  length: number
  /** Whoever answers is asked to press a key before they get the call. */
  confirm: boolean
  /** A full leg does not ring, as if it were busy. */
  caps: readonly Cap[]
  reason: Reason
}

/** What every step says. */
interface Base {
  place: Place
  /** The call as it goes on from here. */
  call: Call
  /** What decided. */
  reason: Reason
  /** What else took effect, in order. */
  notes: readonly Reason[]
  /** Limits that are checked before the step. */
  limits: readonly Limit[]
}

export interface RingStep extends Base {
  kind: 'ring'
  legs: readonly Leg[]
  strategy: RingStrategy
  /** Seconds until the whole step gives up. */
  timeout: number
  /** A recording that is played before anybody rings. */
  greetingId: string | null
  /** What the caller hears meanwhile. */
  ringback: string
  holdMusicId: string | null
  /** What the phones show. */
  callerId: { number: string; name: string }
  distinctiveRing: string
  record: boolean
  then: { busy: Next; unanswered: Next; unregistered: Next }
  /** Told of the call when nobody answers; empty for nobody. */
  missedCallEmail: string
}

export interface MenuStep extends Base {
  kind: 'menu'
  greetLongId: string | null
  greetShortId: string | null
  invalidSoundId: string | null
  exitSoundId: string | null
  timeoutMs: number
  interDigitTimeoutMs: number
  maxFailures: number
  maxTimeouts: number
  digitLength: number
  options: readonly { digits: string; next: Next }[]
  /** Whether callers may dial numbers of the tenant too (directDialed). */
  directDial: boolean
  exit: Next
  language: string
}

/** An agent of a queue. Times in seconds, moments in milliseconds since 1970 (0 for never), as in next-agent. */
export interface QueueMember {
  agent: RecordRef
  extension: { id: string; number: string; label: string }
  level: number
  position: number
  status: string
  reachable: boolean
  callTimeout: number
  maxNoAnswer: number
  wrapUpTime: number
  rejectDelay: number
  busyDelay: number
  noAnswerDelay: number
  lastOfferedAt: number
  lastBridgeEndedAt: number
  callsAnswered: number
  talkTime: number
}

export interface QueueStep extends Base {
  kind: 'queue'
  strategy: QueueStrategy
  /** By level, then position. */
  members: readonly QueueMember[]
  tierRulesApply: boolean
  tierRuleWait: number
  greetingId: string | null
  holdMusicId: string | null
  announce: { recordingId: string; interval: number } | null
  record: boolean
  callerId: { number: string; name: string }
  distinctiveRing: string
  /** Seconds; 0 for no end. */
  maxWait: number
  maxWaitWithoutAgent: number
  /** Seconds in which a caller who hung up and calls again keeps their place. */
  keepPlace: number
  exitKey: string | null
  then: { timeout: Next; withoutAgent: Next; exitKey: Next | null }
}

/** A recording's file. FreeSWITCH plays MP3 only with mod_shout, so it is to be handed WAV. */
export interface Sound {
  /** Never repeats: another upload has another, so files may be kept for ever by it. */
  fileId: string
  /** Where it is in storage, and its name for people. */
  path: string
  file: string
  format: string
}

export interface PlayStep extends Base {
  kind: 'play'
  recordingId: string
  sound: Sound
  then: Next
}

export interface VoicemailStep extends Base {
  kind: 'voicemail'
  extensionId: string
  number: string
  email: string | null
  /** Whether the mail carries the message, and whether the message is kept after it. */
  attach: boolean
  keep: boolean
  /** A recording that is played first, in place of the switch's own words. */
  greetingId: string | null
  language: string
  then: Next
}

/** What a dispatcher is told, and who else is told of an emergency call. */
export interface EmergencyPlan {
  /** The number that is sent and called back, E.164; null when there is none. */
  callBack: string | null
  /** Whether the carrier has confirmed the number's address. */
  confirmed: boolean
  /** One line; empty when unknown. */
  address: string
  /** Floor or room; empty when unknown. */
  location: string
  /** Who is notified as the call is made (47 CFR 9.16(b)(2)). */
  notify: readonly string[]
}

/** What the others in a room hear when somebody joins or leaves it. */
export type Announcement = 'nothing' | 'tone' | 'name'

export interface ConferenceStep extends Base {
  kind: 'conference'
  /** The room's number. */
  number: string
  /** Which PINs the room has; callers are asked if it has any. */
  pins: { participant: boolean; moderator: boolean }
  /** Whether nobody hears the others before a moderator has come. */
  waitsForModerator: boolean
  announces: Announcement
  record: boolean
  greetingId: string | null
  holdMusicId: string | null
  language: string
  /** Where a call goes that is put out of the room. */
  then: Next
}

export interface PageStep extends Base {
  kind: 'page'
  /** Extensions whose phones answer by themselves; at least one. */
  phones: readonly { id: string; number: string; label: string }[]
  /** Whether they are heard too. */
  twoWay: boolean
  /** What the phones show. */
  callerId: { number: string; name: string }
  language: string
  /** Where a call goes that the switch puts out. */
  then: Next
}

export interface FaxStep extends Base {
  kind: 'fax'
  /** What the switch calls itself to the sending machine: the number called, else the box's own. */
  station: string
  /** Where the call goes when the sending machine has not hung up. */
  then: Next
}

export interface OutsideStep extends Base {
  kind: 'outside'
  /** The number called, E.164 where it is one, else as dialed. */
  number: string
  way: Way
  record: boolean
  holdMusicId: string | null
  emergency: EmergencyPlan | null
  /** Where the call goes when every gateway failed. */
  then: Next
}

export interface DecideStep extends Base {
  kind: 'decide'
  chosen: Next
  /** Where calls go at other moments, from other callers or in another state. */
  others: readonly Next[]
}

/** What a feature code does. `record` changes are made by the switch as that extension's doing. */
export type Feature =
  | { does: 'mailbox'; extensionId: string | null }
  | {
      does: 'directory'
      entries: readonly { extension: string; first: string; last: string; name: string }[]
    }
  | { does: 'record a greeting' }
  | { does: 'forward'; extensionId: string; to: string | null; enabled: boolean }
  | { does: 'do not disturb'; extensionId: string; enabled: boolean }
  | { does: 'follow me'; extensionId: string; enabled: boolean }
  /** A call that rings at one of these extensions or ring groups. */
  | { does: 'pick up'; ringing: readonly string[] }
  /** At a place, or what waits there is taken up; null for the first free place. A call that nobody takes up goes on then. */
  | {
      does: 'park'
      /** The lot's number. */
      lot: string
      place: string | null
      places: readonly [first: string, last: string]
      /** Seconds; null for no end. */
      timeout: number | null
      holdMusicId: string | null
    }
  /** The extension's agents, into their queues or out of them. */
  | { does: 'sign in'; agentIds: readonly string[]; enabled: boolean }
  | {
      does: 'switch a flow'
      flowId: string
      to: 'normal' | 'alternate'
      soundId: string | null
      asksPin: boolean
    }

export interface FeatureStep extends Base {
  kind: 'feature'
  feature: Feature
  language: string
  then: Next
}

export interface RefuseStep extends Base {
  kind: 'refuse'
  cause: Cause
  /** Of a call to an emergency number that no route can carry. */
  emergency?: EmergencyPlan
}

export type Step =
  | RingStep
  | MenuStep
  | QueueStep
  | PlayStep
  | VoicemailStep
  | ConferenceStep
  | PageStep
  | FaxStep
  | OutsideStep
  | DecideStep
  | FeatureStep
  | RefuseStep
