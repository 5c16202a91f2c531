import { z } from 'zod'
import { MOST_PATH_CHARACTERS } from '../../cdr/call-path'
import {
  CALL_CENTER_AGENTS,
  FAXES,
  LIVE_CALLS,
  QUEUE_WAITS,
  REGISTRATION_FAILURES,
  REGISTRATIONS,
  TENANTS,
  VOICEMAIL_MESSAGES,
} from '../../supabase/constraints'
import type { TenantSnapshot } from '../../telephony/routing/snapshot'
import type { AskingSwitch } from '../admission'
import type { RoomRole } from '../conference'
import type { GatewayAccount } from '../configuration/sofia'
import { EMERGENCY_CALL, PROBLEM } from './limits'

// The protocol between the agent beside a FreeSWITCH (switch/) and the app: POST /api/switch/agent/<name>, JSON in both directions.
// The agent imports only types from here, because the schema library would use more memory than all of its own code.

/**
 * `known`: tag of what the agent has, with the `at` that came with it after a space if it can merge changes; null for nothing. `wait`: if nothing is new, the answer may come as soon as something is, or
 * after HOLD_MS.
 */
export const updateRequest = z.strictObject({
  known: z.string().max(64).nullable(),
  wait: z.boolean().default(false),
})

export interface AgentUpdate {
  switch: AskingSwitch
  /** Which installation this is; absent from an older app. */
  installation?: string
  /** When its database was last restored; absent from an older app. */
  renewed?: string
  /** A hash of the switch, `versions_sum` and `gateways`. */
  tag: string
  /** The database's time, in seconds; absent from an older app, which takes no changes into account. */
  at?: number
  /** Snapshot versions by tenant id; null if the agent is up to date. */
  versions: Record<string, number> | null
  /** Whether `versions` has only those that may have changed since the `at` of the request. */
  changed_only?: true
  /** The sum of all versions, by which the agent sees whether those that it has are complete. */
  versions_sum?: number
  /** Comes with `versions`. Absent from an older app: then a change of it is one of every tenant. */
  shared?: SharedRows
  commands: SwitchCommand[]
  voicemail: VoicemailCommand[]
  /** Absent from an older app. */
  gateways?: GatewayVersions
  /** Whether changes are pushed, so that the agent can ask again at once. */
  pushed: boolean
}

/** The rows that all tenants' snapshots have, and how much of each snapshot's version counts their changes. */
export interface SharedRows {
  version: number
  rows: Pick<TenantSnapshot, 'gateways'>
}

/** What identifies each enabled gateway's settings, by name: `<a hash of its connection>.<a hash of its trusted addresses>`. */
export type GatewayVersions = Readonly<Record<string, string>>

/** A voicemail command for the agent, repeated until the mailbox matches. */
export interface VoicemailCommand {
  id: string
  /** `send` the audio, `mark` as heard or new, `remove`, or `forward` a copy to another mailbox of the domain. */
  command: 'send' | 'mark' | 'remove' | 'forward'
  domain: string
  /** Whose mailbox it is, by the extension's id. */
  extension: string
  /** The message's uuid on the switch, and its id here. */
  uuid: string
  message: string | null
  heard: boolean | null
  /** The extension to forward it to. */
  to: string | null
}

/** A command for a registered phone. */
export interface PhoneCommand {
  id: string
  command: 'ring' | 'resync' | 'reboot' | 'end'
  call_id: string
  account: string
  domain: string
  contact: string
}

export const tenantRequest = z.strictObject({ id: z.guid() })

export type Gateways = GatewayAccount[]

const enabled = z.boolean()
const id = z.string().max(64)
const effect = z.discriminatedUnion('does', [
  z.strictObject({
    does: z.literal('forward'),
    extensionId: id,
    enabled,
    to: z.string().max(64).nullable(),
  }),
  z.strictObject({ does: z.literal('do not disturb'), extensionId: id, enabled }),
  z.strictObject({ does: z.literal('follow me'), extensionId: id, enabled }),
  z.strictObject({
    does: z.literal('switch a flow'),
    flowId: id,
    to: z.enum(['normal', 'alternate']),
    soundId: id.nullable(),
    asksPin: z.boolean(),
  }),
  z.strictObject({ does: z.literal('sign in'), enabled, agentIds: z.array(id).max(1000) }),
  z.strictObject({ does: z.literal('break'), enabled, agentIds: z.array(id).max(1000) }),
])

const pin = z.string().max(64)

/** A dialed request that only the app can handle. */
export const dialedRequest = z.discriminatedUnion('asks', [
  z.strictObject({
    asks: z.literal('change'),
    tenant: z.guid(),
    dialer: z.guid(),
    effect,
    pin: pin.optional(),
  }),
  z.strictObject({ asks: z.literal('pin'), tenant: z.guid(), dialer: z.guid(), record: z.guid(), pin }),
  z.strictObject({
    asks: z.literal('room'),
    tenant: z.guid(),
    caller: z.string().max(64),
    outside: z.boolean(),
    room: z.guid(),
    pin,
  }),
])
export type DialedRequest = z.infer<typeof dialedRequest>
export interface DialedResponse {
  done: boolean
  /** The role that a PIN grants in a room; null for a wrong one, or if no PIN was checked. */
  role: RoomRole | null
}

/** A command for a live call, by the uuid of its first leg. */
export type CallCommand = { id: string; call: string; domain: string } & (
  | { command: 'hang_up' }
  | { command: 'move' | 'listen'; extension: string }
)

export type SwitchCommand = PhoneCommand | CallCommand

const at = z.iso.datetime()
/** Text as long as its column takes. */
const text = ({ maxLength }: { maxLength: number }) => z.string().max(maxLength)
const account = {
  domain: text(TENANTS.domain),
  account: text(REGISTRATION_FAILURES.account).min(1),
}
/** A mailbox on the switch is named by its extension's id. */
const mailbox = { domain: account.domain, extension: z.guid() }
const registration = z.strictObject({
  ...account,
  call_id: text(REGISTRATIONS.call_id).min(1),
  contact: text(REGISTRATIONS.contact),
  address: text(REGISTRATIONS.address),
  port: z.int().min(REGISTRATIONS.port.min).max(REGISTRATIONS.port.max).nullable(),
  agent: text(REGISTRATIONS.agent),
  transport: z.enum(REGISTRATIONS.transport.choices),
})
export type Registration = z.infer<typeof registration>

/** A 911 call: its channel, who dialed (null for a caller from outside), what the dispatcher gets, and whether a route carries it. */
const emergencyCall = z.strictObject({
  channel: text(EMERGENCY_CALL.channel).min(1),
  extension: z.guid().nullable(),
  call_back: text(EMERGENCY_CALL.call_back).nullable(),
  address: text(EMERGENCY_CALL.address),
  location: text(EMERGENCY_CALL.location),
  leaves: z.boolean(),
})
export type EmergencyCall = z.infer<typeof emergencyCall>

/** A message in a mailbox on the switch. */
const heldMessage = z.strictObject({
  uuid: z.guid(),
  left_at: at,
  heard: z.boolean(),
  number: text(VOICEMAIL_MESSAGES.from_number),
  name: text(VOICEMAIL_MESSAGES.from_name),
  seconds: z.int().min(0).max(86_400),
})
export type HeldMessage = z.infer<typeof heldMessage>

/** A message's audio, as WAV in base64; null with the reason if there is none. */
export const messageAudio = z.strictObject({
  message: z.guid(),
  sound: z.base64().nullable(),
  problem: text(VOICEMAIL_MESSAGES.sound_problem).nullable(),
})
export type MessageAudio = z.infer<typeof messageAudio>

/** A fax received by a box: its call and sender. `station` is the sending machine's own identification. */
const fax = z.strictObject({
  at,
  tenant: z.guid(),
  box: z.guid(),
  channel: z.guid(),
  from: text(FAXES.from_number),
  station: text(FAXES.from_station),
  /** Why the fax is incomplete or empty. */
  problem: text(FAXES.problem).nullable(),
})
export type Fax = z.infer<typeof fax>

/** A fax with its pages, as TIFF in base64. */
export const faxDelivery = z.strictObject({ fax, tiff: z.base64() })
export type FaxDelivery = z.infer<typeof faxDelivery>

/** An event at a switch, in sequence order. */
export const agentEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('registered'), data: z.strictObject({ at, ...registration.shape }) }),
  z.strictObject({
    kind: z.literal('lost'),
    data: z.strictObject({
      at,
      ...account,
      call_id: registration.shape.call_id,
      by: z.enum(['expired', 'unregistered']),
    }),
  }),
  z.strictObject({
    kind: z.literal('present'),
    data: z.strictObject({ at, registered: z.array(registration).max(50_000) }),
  }),
  z.strictObject({
    kind: z.literal('failure'),
    data: z.strictObject({
      at,
      ...account,
      address: registration.shape.address,
      agent: registration.shape.agent,
      attempts: z.int().min(1).max(1_000_000),
    }),
  }),
  z.strictObject({
    kind: z.literal('blocked'),
    data: z.strictObject({ at, tenant: z.guid(), rule: z.guid() }),
  }),
  z.strictObject({
    kind: z.literal('mailbox'),
    data: z.strictObject({ at, ...mailbox, messages: z.array(heldMessage).max(5000) }),
  }),
  z.strictObject({
    kind: z.literal('mailboxes'),
    data: z.strictObject({
      at,
      accounts: z.array(z.strictObject(mailbox)).max(50_000),
      /** Domains whose mailboxes the agent has left out, because it does not have their tenants. Absent from an older agent. */
      unread: z.array(account.domain).max(50_000).optional(),
    }),
  }),
  /** Wrong PINs have closed a mailbox to callers from outside for a while. */
  z.strictObject({ kind: z.literal('wrong_pins'), data: z.strictObject({ at, ...mailbox }) }),
  /** The owner of a mailbox has chosen the switch's own greeting. */
  z.strictObject({ kind: z.literal('greeting_removed'), data: z.strictObject({ at, ...mailbox }) }),
  z.strictObject({ kind: z.literal('forwarded'), data: z.strictObject({ at, order: z.guid() }) }),
  z.strictObject({
    kind: z.literal('emergency'),
    data: z.strictObject({ at, tenant: z.guid(), ...emergencyCall.shape }),
  }),
  /** A fax without pages. */
  z.strictObject({ kind: z.literal('fax'), data: fax }),
  z.strictObject({
    kind: z.literal('waited'),
    data: z.strictObject({
      at,
      domain: account.domain,
      queue: z.string().max(16),
      call: z.guid(),
      caller_number: text(QUEUE_WAITS.caller_number),
      joined_at: at,
      outcome: z.enum(QUEUE_WAITS.outcome.choices),
      agent: z.guid().nullable(),
    }),
  }),
  z.strictObject({
    kind: z.literal('agent'),
    data: z.strictObject({
      at,
      domain: account.domain,
      agent: z.guid(),
      status: z.enum(CALL_CENTER_AGENTS.status.choices),
    }),
  }),
  z.strictObject({
    kind: z.literal('done'),
    data: z.strictObject({ at, command: z.guid(), problem: text(PROBLEM).nullable() }),
  }),
])
export type AgentEvent = z.infer<typeof agentEvent>

/** Part of an agent's outbox; each sequence number of an outbox counts once. */
export const delivery = z.strictObject({
  outbox: z.guid(),
  entries: z.array(z.strictObject({ sequence: z.int().min(1), agentEvent })).max(1000),
})

/** Response times of phones, as last measured by the switch. A lost report does not matter. */
export const pings = z.strictObject({
  pings: z
    .array(
      z.strictObject({
        ...account,
        call_id: registration.shape.call_id,
        ms: z.number().min(0).max(1_000_000),
      }),
    )
    .max(50_000),
})
export type Pings = z.infer<typeof pings>['pings']

export type CallState = (typeof LIVE_CALLS.state.choices)[number]

const liveCall = z.strictObject({
  call_uuid: z.guid(),
  domain: account.domain,
  direction: z.enum(LIVE_CALLS.direction.choices),
  caller_number: text(LIVE_CALLS.caller_number),
  caller_name: text(LIVE_CALLS.caller_name),
  called_number: text(LIVE_CALLS.called_number),
  /** The connected party, the one ringing, or the conference room; null if there is none. */
  other_number: text(LIVE_CALLS.other_number).nullable(),
  other_name: text(LIVE_CALLS.other_name).nullable(),
  state: z.enum(LIVE_CALLS.state.choices),
  started_at: at,
  answered_at: at.nullable(),
  state_at: at,
  /** Number of the queue in which it waits, or from which it was answered. */
  queue: z.string().max(16).nullable(),
  /** The channel variable PATH. */
  path: z.string().max(MOST_PATH_CHARACTERS),
  codec: text(LIVE_CALLS.codec).nullable(),
  mos: z.number().min(LIVE_CALLS.mos.min).max(LIVE_CALLS.mos.max).nullable(),
})
export type LiveCall = z.infer<typeof liveCall>

/** Live calls of a switch: the changes since the previous report, or all of them if `whole`. */
export const callReport = z.strictObject({
  /** Identifies the agent's process. */
  run: z.guid(),
  report: z.int().min(1),
  whole: z.boolean(),
  calls: z.array(liveCall).max(20_000),
  gone: z.array(z.guid()).max(20_000),
})
export type CallReport = z.infer<typeof callReport>

export interface CallReportResponse {
  /** False if a report is missing: the next one must be whole. */
  counted: boolean
}
