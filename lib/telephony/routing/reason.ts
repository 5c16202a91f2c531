import type { OpenState } from '../schedule'
import type { RecordRef } from './record'

/** The cases in which an extension diverts a call. */
export type Diversion = 'busy' | 'no answer' | 'not registered'

/** All reasons for a step, with the data of their sentences besides the record. Times in seconds unless stated otherwise. */
export interface Reasons {
  // Numbers from outside.
  'unknown number': { number: string }
  'not for calls': { text: boolean }
  'takes faxes': { only: boolean }
  'number overridden': { until: string; zone: string }
  'caller condition': { match: string; caller: string }
  'number routed': unknown
  'number without route': unknown
  blocked: { action: string; match: string; number: string }
  'emergency call-back': unknown
  'tenant suspended': unknown
  'too many calls': { calls: number }
  // State carried by the call.
  'name prefix': { prefix: string }
  'distinctive ring': { ring: string }
  'hold music': { recording: string }
  recorded: unknown
  'account code': { code: string }
  'other language': { language: string }
  // Extensions.
  suspended: unknown
  'extension rings': { seconds: number }
  'forwarded always': unknown
  forwarded: { case: Diversion }
  'do not disturb': unknown
  'follow me rings': { target: string; after: number; seconds: number }
  'follow me cannot ring': { target: string; blockedBy?: RecordRef }
  'voicemail takes over': { case: Diversion }
  'nobody takes over': { case: Diversion }
  'voicemail takes': { email: string | null }
  'mailbox greets': { recording: string; because: 'always' | 'closed' | 'away'; until: string }
  'voicemail off': unknown
  'message left': unknown
  // Ring groups.
  'group rings': { strategy: string; phones: number; seconds: number }
  'group has nobody': unknown
  'member rings': { member: string; after: number; seconds: number }
  'member does not ring': { member: string } & Silence
  'group gives up': { seconds: number }
  'group hangs up': unknown
  'missed call mail': { email: string }
  'recorded if answered': { member: string }
  // Menus.
  'menu asks': { options: number; directDial: boolean }
  'menu option': { digits: string; description: string }
  'menu option off': { digits: string }
  'menu direct dial': { digits: string }
  'menu exit': unknown
  'menu hangs up': unknown
  // Queues.
  'queue waits': { strategy: string; agents: number }
  'queue timeout': { seconds: number }
  'queue without agents': { seconds: number }
  'queue exit key': { key: string }
  'queue hangs up': unknown
  // Conference rooms.
  'room joined': unknown
  'room asks for a PIN': unknown
  'room waits': unknown
  'room left': unknown
  // Paging groups.
  'group is paged': { phones: number; twoWay: boolean }
  // Fax boxes.
  'fax is received': { recipients: number }
  'fax was received': unknown
  // Decisions.
  'rule applies': { state: OpenState; rule: string; when: string }
  'no rule applies': unknown
  'flow state': { label: string }
  'flow reverted': { label: string; at: string; zone: string }
  'flow other state': { label: string }
  // Outbound calls.
  'route taken': { number: string; gateways: readonly { name: string; sent: string }[] }
  'gateway off': unknown
  'gateway without emergency': { number: string }
  'route without gateway': { number: string }
  'no route': { number: string }
  'class not allowed': { number: string; route: string; tollClass: string }
  'route asks for a PIN': { route: string }
  'cannot be dialed': { digits: string }
  'caller ID of the route': { number: string }
  'caller ID of the extension': { number: string }
  'caller ID of the tenant': { number: string }
  'caller ID of the number called': { number: string }
  'no caller ID': unknown
  'gateways failed': { gateways: readonly string[] }
  'emergency call': { number: string }
  'emergency number sent': { number: string; confirmed: boolean }
  'emergency address': { address: string; location: string }
  'no emergency number': unknown
  'emergency notification': { emails: readonly string[] }
  // Other things that can be dialed or routed to.
  'internal number': { digits: string }
  'own number': { number: string }
  'feature code': { code: string }
  'feature off': { code: string }
  'feature done': unknown
  'call park': { digits: string; place: string | null }
  'parked too long': { seconds: number }
  'back to who parked': { seconds: number; parker: string }
  disabled: unknown
  missing: { id: string }
  'set by hand': { identifier: string }
  plays: { seconds: number }
  'hangs up': unknown
  // Safeguards against endless calls.
  loop: { place: string }
  'too many steps': { steps: number }
}

export type MemberSilence =
  | 'off'
  | 'disabled'
  | 'suspended'
  | 'do not disturb'
  | 'forwarded elsewhere'
  | 'caller blocked'
  | 'no route'
  | 'number blocked'
  | 'own number elsewhere'
  | 'is calling'
  | 'rings already'
  | 'too late'

/** Why a phone does not ring, and the block rule that keeps the call from it, if that is why. */
export interface Silence {
  because: MemberSilence
  blockedBy?: RecordRef
}

/** Why a step is taken: what decided, and the record responsible. reasonText puts it into words. */
export type Reason = {
  [Why in keyof Reasons]: { why: Why; record: RecordRef } & (unknown extends Reasons[Why]
    ? object
    : Reasons[Why])
}[keyof Reasons]
