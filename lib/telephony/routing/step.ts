import type { CONFERENCE_ROOMS } from '../../supabase/constraints'
import type { QueueStrategy } from '../next-agent'
import type { RingStrategy } from '../ring-timeline'
import type { Call, Carried, Cause, Place } from './place'
import type { Reason } from './reason'
import type { RecordRef } from './record'

/** A branch from a step to the next place. */
export interface Next {
  place: Place
  reason: Reason
  /** State the call carries from here on. */
  set?: Partial<Carried>
  /** The caller pressed a key for it, so returning to a place is not a loop. */
  pressed?: true
}

/** A limit on the concurrent calls of a record. */
export interface Cap {
  on: RecordRef
  /** Infinity if calls are only counted. */
  calls: number
}

/** A limit, and where a call beyond it goes. */
export interface Limit extends Cap {
  full: Next
}

/** An attempt to leave through a gateway. */
export interface GatewayTry {
  /** Its label is its name on the switch. */
  gateway: RecordRef
  /** The number called in the gateway's format, with its prefix. */
  sent: string
  /** The caller's number in the gateway's format; null for an anonymous call. */
  callerNumber: string | null
  /** The header with the caller's number, besides From. */
  callerIdHeader: string
  /** SDP names, most preferred first; null for PCMU and PCMA. */
  codecs: readonly string[] | null
  /** The gateway's channel limit, shared by all tenants. A full gateway is skipped. */
  caps: readonly Cap[]
}

/** How a call leaves the tenant. */
export interface Way {
  route: RecordRef
  /** In the order they are tried; at least one. */
  gateways: readonly GatewayTry[]
  /** The caller's number, E.164; null for an anonymous call. */
  callerId: { number: string | null; name: string }
  /** Whether the caller must enter the route's PIN first. */
  asksPin: boolean
  caps: readonly Cap[]
}

/** The target of a leg. */
export type Target =
  | { kind: 'extension'; id: string; number: string; label: string }
  | { kind: 'outside'; number: string; label: string; way: Way }

/** A ringing phone. Times in whole seconds since ringing began, assuming that nobody answers and all can ring. */
export interface Leg {
  /** The record that makes it ring: the extension itself, a follow-me target, a group member. */
  by: RecordRef
  target: Target
  /** Delay before it rings once its turn has come, and its timeout, in seconds as set. */
  delay: number
  timeout: number
  /** Ring period with the step's timeout applied. */
  start: number
  length: number
  /** Whether the answering person must press a key before being connected. */
  confirm: boolean
  /** A leg over its limit does not ring, as if busy. */
  caps: readonly Cap[]
  /** What the caller hears when put on hold by whoever answers; null for the product default. */
  holdMusicId: string | null
  /** Whether the call is recorded if it answers, even if nothing else says so. */
  records: boolean
  reason: Reason
}

/** Common to all steps. */
interface Base {
  place: Place
  /** The call as it goes on from here. */
  call: Call
  /** The deciding reason. */
  reason: Reason
  /** Other effects, in order. */
  notes: readonly Reason[]
  /** Limits checked before the step. */
  limits: readonly Limit[]
}

export interface RingStep extends Base {
  kind: 'ring'
  legs: readonly Leg[]
  strategy: RingStrategy
  /** Timeout of the whole step, in seconds. */
  timeout: number
  /** A recording played before ringing. */
  greetingId: string | null
  /** What the caller hears while it rings: a tone, or this hold music. */
  ringback: string
  holdMusicId: string | null
  /** What those who answer hear when the caller puts them on hold. */
  callersHoldMusicId: string | null
  /** The caller ID on the phones. */
  callerId: { number: string; name: string }
  distinctiveRing: string
  record: boolean
  then: { busy: Next; unanswered: Next; unregistered: Next }
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
  /** Whether callers may dial the tenant's numbers too (directDialed). */
  directDial: boolean
  exit: Next
  language: string
}

/** An agent in a queue. Times in seconds, instants in milliseconds since 1970 (0 for never), as in next-agent. */
export interface QueueMember {
  agent: RecordRef
  extension: { id: string; number: string; label: string }
  level: number
  position: number
  status: string
  reachable: boolean
  /** As of a leg. */
  records: boolean
  /** An agent whose extension is over its limit is not called, as if busy. */
  caps: readonly Cap[]
  callTimeout: number
  maxNoAnswer: number
  wrapUpTime: number
  rejectDelay: number
  busyDelay: number
  noAnswerDelay: number
}

export interface QueueStep extends Base {
  kind: 'queue'
  strategy: QueueStrategy
  /** By tier, then position. */
  members: readonly QueueMember[]
  tierRulesApply: boolean
  tierRuleWait: number
  greetingId: string | null
  /** What the caller hears while waiting, and when the agent who answers puts them on hold. */
  holdMusicId: string | null
  /** What the agent hears when the caller puts them on hold. */
  callersHoldMusicId: string | null
  announce: { recordingId: string; interval: number } | null
  record: boolean
  callerId: { number: string; name: string }
  distinctiveRing: string
  /** Seconds; 0 for unlimited. */
  maxWait: number
  maxWaitWithoutAgent: number
  /** Seconds within which a caller who hung up and calls again keeps their place. */
  keepPlace: number
  exitKey: string | null
  then: { timeout: Next; withoutAgent: Next; exitKey: Next | null }
}

/** A recording's file. */
export interface Sound {
  /** Unique per upload, so files can be cached forever. */
  fileId: string
  /** Its path in storage, and its display name. */
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
  /** Under which the message is stored. */
  callerId: { number: string; name: string }
  email: string | null
  /** A greeting played instead of the switch's own. */
  greetingId: string | null
  language: string
  then: Next
}

/** The data for a dispatcher, and the people to notify of an emergency call. */
export interface EmergencyPlan {
  /** The extension that dialed; null for a caller from outside whom a route set by hand sends there. */
  extensionId: string | null
  /** The number sent and called back, E.164; null if there is none. */
  callBack: string | null
  /** Whether the carrier has confirmed the number's address. */
  confirmed: boolean
  /** One line; empty when unknown. */
  address: string
  /** Floor or room; empty when unknown. */
  location: string
  /** Notified when the call is made (47 CFR 9.16(b)(2)). */
  notify: readonly string[]
}

/** What others in a room hear when somebody joins or leaves. */
export type Announcement = (typeof CONFERENCE_ROOMS.announces.choices)[number]

export interface ConferenceStep extends Base {
  kind: 'conference'
  /** The room's number. */
  number: string
  /** The PINs that the room has; callers are asked if there is any. */
  pins: { participant: boolean; moderator: boolean }
  /** Whether callers cannot hear each other before a moderator joins. */
  waitsForModerator: boolean
  announces: Announcement
  /** Whether the conference is recorded. If it is not, the call can be recorded by itself. */
  record: boolean
  recordsCall: boolean
  greetingId: string | null
  holdMusicId: string | null
  language: string
  /** Where a call goes after being removed from the room. */
  then: Next
}

export interface PageStep extends Base {
  kind: 'page'
  /** Extensions whose phones auto-answer; at least one. */
  phones: readonly { id: string; number: string; label: string }[]
  /** Whether they can talk back. */
  twoWay: boolean
  record: boolean
  /** The caller ID on the phones. */
  callerId: { number: string; name: string }
  language: string
  /** Where a call goes if the switch removes it. */
  then: Next
}

export interface FaxStep extends Base {
  kind: 'fax'
  /** The station identification sent to the other machine: the called number, else the box's own. */
  station: string
  /** Where the call goes if the sending machine has not hung up. */
  then: Next
}

export interface OutsideStep extends Base {
  kind: 'outside'
  /** The called number, E.164 if it is one, else as dialed. */
  number: string
  way: Way
  record: boolean
  holdMusicId: string | null
  emergency: EmergencyPlan | null
  /** Where the call goes after every gateway failed. */
  then: Next
}

export interface DecideStep extends Base {
  kind: 'decide'
  chosen: Next
  /** Where calls go at other times, from other callers or in other states. */
  others: readonly Next[]
}

/** The effect of a feature code. The switch makes `record` changes in the extension's name. */
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
  /** Picks up a call ringing at one of these extensions or ring groups. `records`: whether it is recorded from then on. */
  | { does: 'pick up'; ringing: readonly string[]; records: boolean }
  /** Parks in a space, or picks up the call waiting there; null for the first free space. An unclaimed call continues afterward. */
  | {
      does: 'park'
      /** The lot's number. */
      lot: string
      place: string | null
      places: readonly [first: string, last: string]
      /** Seconds; null for no end. */
      timeout: number | null
      holdMusicId: string | null
      /** Whether the call is recorded, or only what is said once it, or the call waiting in the space, is picked up. */
      records: 'at once' | 'once connected' | null
    }
  /** Signs the extension's agents into their queues, or out. */
  | { does: 'sign in'; agentIds: readonly string[]; enabled: boolean }
  /** Puts those of the extension's agents that are signed in on break, or takes them off. */
  | { does: 'break'; agentIds: readonly string[]; enabled: boolean }
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
  /** What the other party hears when the caller, who has picked up or parked a call, puts them on hold. */
  callersHoldMusicId: string | null
  language: string
  then: Next
}

export interface RefuseStep extends Base {
  kind: 'refuse'
  cause: Cause
  /** Set for a call to an emergency number that no route can carry. */
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
