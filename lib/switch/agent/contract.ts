import { z } from 'zod'
import { LIVE_CALLS } from '../../supabase/constraints'
import type { AskingSwitch } from '../admission'
import type { RoomRole } from '../conference'
import type { GatewayAccount } from '../configuration/sofia'

// What the agent beside a FreeSWITCH (switch/) and the app say to each other: POST /api/switch/agent/<name>, JSON both ways. The agent
// takes only types from here, because the schema library would weigh more in its memory than all of its own code.

/** The version of all tenants' versions that the agent has; null for none. */
export const newsQuestion = z.strictObject({ known: z.string().max(64).nullable() })

export interface News {
  switch: AskingSwitch
  /** Stands for all of `versions`. */
  tag: string
  /** Versions of the snapshots by the tenants' ids; null when the agent has the same. */
  versions: Record<string, number> | null
  commands: SwitchCommand[]
  voicemail: VoicemailOrder[]
}

/** What the agent does with a message on its switch, told again until the mailbox is as it should be. */
export interface VoicemailOrder {
  id: string
  /** `send` the sound, `mark` as heard or new, `remove`, or `forward` a copy into another mailbox of the domain. */
  does: 'send' | 'mark' | 'remove' | 'forward'
  domain: string
  account: string
  /** The message's name on the switch, and its id here. */
  uuid: string
  message: string | null
  heard: boolean | null
  to: string | null
}

/** What the agent does with a registered phone. */
export interface PhoneCommand {
  id: string
  command: 'resync' | 'reboot' | 'end'
  call_id: string
  account: string
  domain: string
  contact: string
}

export const tenantQuestion = z.strictObject({ id: z.uuid() })

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
])

const pin = z.string().max(64)

/** What an extension has dialed that only the app can do. */
export const dialedQuestion = z.discriminatedUnion('asks', [
  z.strictObject({
    asks: z.literal('change'),
    tenant: z.uuid(),
    dialer: z.uuid(),
    effect,
    pin: pin.optional(),
  }),
  z.strictObject({ asks: z.literal('pin'), tenant: z.uuid(), dialer: z.uuid(), record: z.uuid(), pin }),
  z.strictObject({
    asks: z.literal('room'),
    tenant: z.uuid(),
    caller: z.string().max(64),
    outside: z.boolean(),
    room: z.uuid(),
    pin,
  }),
])
export type DialedQuestion = z.infer<typeof dialedQuestion>
export interface DialedAnswer {
  done: boolean
  /** As whom the PIN of a room lets its caller in; null for a wrong one, and where none was asked about. */
  role: RoomRole | null
}

/** What the agent does with a call that is under way, by the uuid of its first leg. */
export type CallCommand = { id: string; call: string; domain: string } & (
  | { command: 'hang_up' }
  | { command: 'move' | 'listen'; extension: string }
)

export type SwitchCommand = PhoneCommand | CallCommand

const at = z.iso.datetime()
const account = {
  domain: z.string().max(253),
  account: z.string().min(1).max(64),
}
const registration = z.strictObject({
  ...account,
  call_id: z.string().min(1).max(255),
  contact: z.string().max(512),
  address: z.string().max(64),
  port: z.int().min(0).max(65_535).nullable(),
  agent: z.string().max(255),
  transport: z.enum(['udp', 'tcp', 'tls', 'ws', 'wss']),
})
export type Registration = z.infer<typeof registration>

/** A call to 911: by which channel and extension, what the dispatcher is told, and whether a route carries it. */
export const emergencyCall = z.strictObject({
  channel: z.string().min(1).max(255),
  extension: z.uuid(),
  call_back: z.string().max(32).nullable(),
  address: z.string().max(500),
  location: z.string().max(255),
  leaves: z.boolean(),
})
export type EmergencyCall = z.infer<typeof emergencyCall>

/** A message that a mailbox of the switch holds. */
const heldMessage = z.strictObject({
  uuid: z.uuid(),
  left_at: at,
  heard: z.boolean(),
  number: z.string().max(128),
  name: z.string().max(128),
  seconds: z.int().min(0).max(86_400),
})
export type HeldMessage = z.infer<typeof heldMessage>

/** The sound of a message, as WAV in base64; null with the reason when there is none. */
export const messageSound = z.strictObject({
  message: z.uuid(),
  sound: z.base64().nullable(),
  problem: z.string().max(255).nullable(),
})
export type MessageSound = z.infer<typeof messageSound>

/** A fax that a box of the switch's took: by which call, and from whom. `station` is what the other machine calls itself. */
const fax = z.strictObject({
  at,
  tenant: z.uuid(),
  box: z.uuid(),
  channel: z.uuid(),
  from: z.string().max(64),
  station: z.string().max(64),
  /** Why it is not all of it, or nothing. */
  problem: z.string().max(255).nullable(),
})
export type Fax = z.infer<typeof fax>

/** A fax with its pages, as TIFF in base64. */
export const faxDelivery = z.strictObject({ fax, tiff: z.base64() })
export type FaxDelivery = z.infer<typeof faxDelivery>

/** What has happened at a switch, in the order of its sequence. */
export const happening = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('registered'), said: z.strictObject({ at, ...registration.shape }) }),
  z.strictObject({
    kind: z.literal('lost'),
    said: z.strictObject({
      at,
      ...account,
      call_id: registration.shape.call_id,
      by: z.enum(['expired', 'unregistered']),
    }),
  }),
  z.strictObject({
    kind: z.literal('present'),
    said: z.strictObject({ at, registered: z.array(registration).max(50_000) }),
  }),
  z.strictObject({
    kind: z.literal('failure'),
    said: z.strictObject({
      at,
      ...account,
      address: registration.shape.address,
      agent: registration.shape.agent,
      attempts: z.int().min(1).max(1_000_000),
    }),
  }),
  z.strictObject({
    kind: z.literal('blocked'),
    said: z.strictObject({ at, tenant: z.uuid(), rule: z.uuid() }),
  }),
  z.strictObject({
    kind: z.literal('mailbox'),
    said: z.strictObject({ at, ...account, messages: z.array(heldMessage).max(5000) }),
  }),
  z.strictObject({
    kind: z.literal('mailboxes'),
    said: z.strictObject({ at, accounts: z.array(z.strictObject(account)).max(50_000) }),
  }),
  z.strictObject({ kind: z.literal('forwarded'), said: z.strictObject({ at, order: z.uuid() }) }),
  z.strictObject({
    kind: z.literal('emergency'),
    said: z.strictObject({ at, tenant: z.uuid(), ...emergencyCall.shape }),
  }),
  /** One without a page. */
  z.strictObject({ kind: z.literal('fax'), said: fax }),
  z.strictObject({
    kind: z.literal('waited'),
    said: z.strictObject({
      at,
      domain: account.domain,
      queue: z.string().max(16),
      call: z.uuid(),
      caller_number: z.string().max(64),
      joined_at: at,
      outcome: z.enum(['answered', 'abandoned', 'timed_out', 'no_agents', 'exited']),
      agent: z.uuid().nullable(),
    }),
  }),
  z.strictObject({
    kind: z.literal('agent'),
    said: z.strictObject({
      at,
      domain: account.domain,
      agent: z.uuid(),
      status: z.enum(['Available', 'On Break', 'Logged Out']),
    }),
  }),
  z.strictObject({
    kind: z.literal('done'),
    said: z.strictObject({ at, command: z.uuid(), problem: z.string().max(255).nullable() }),
  }),
])
export type Happening = z.infer<typeof happening>

/** A part of an agent's outbox; each sequence of an outbox counts once. */
export const delivery = z.strictObject({
  outbox: z.uuid(),
  entries: z.array(z.strictObject({ sequence: z.int().min(1), happening })).max(1000),
})

/** How fast phones answer, as the switch measured it last. Nothing is lost when it does not arrive. */
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
  call_uuid: z.uuid(),
  domain: account.domain,
  direction: z.enum(['inbound', 'outbound', 'local']),
  caller_number: z.string().max(64),
  caller_name: z.string().max(128),
  called_number: z.string().max(64),
  /** Whom it is with, or who rings; null while there is nobody. */
  other_number: z.string().max(64).nullable(),
  other_name: z.string().max(128).nullable(),
  state: z.enum(LIVE_CALLS.state.choices),
  started_at: at,
  answered_at: at.nullable(),
  state_at: at,
  /** The number of the queue that it waits in, or was taken from. */
  queue: z.string().max(16).nullable(),
  /** The channel variable trunkline_path. */
  path: z.string().max(64 * 1024),
  codec: z.string().max(64).nullable(),
  mos: z.number().min(0).max(5).nullable(),
})
export type LiveCall = z.infer<typeof liveCall>

/** How a switch's calls are: what has changed since the report before, or with `whole` all of them. */
export const callReport = z.strictObject({
  /** Names the agent since its start. */
  run: z.uuid(),
  report: z.int().min(1),
  whole: z.boolean(),
  calls: z.array(liveCall).max(20_000),
  gone: z.array(z.uuid()).max(20_000),
})
export type CallReport = z.infer<typeof callReport>

export interface CallReportAnswer {
  /** False when a report is missing: the next one has to be the whole. */
  counted: boolean
}
