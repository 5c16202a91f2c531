import { z } from 'zod'
import {
  CALL_CENTER_AGENTS,
  FAXES,
  QUEUE_WAITS,
  REGISTRATIONS,
  VOICEMAIL_MESSAGES,
} from '../../supabase/constraints'
import { EMERGENCY_CALL, ENTRIES_A_DELIVERY, MOST_LISTED, PROBLEM, QUEUE } from './limits'
import { account, at, text } from './protocol'

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
    data: z.strictObject({ at, registered: z.array(registration).max(MOST_LISTED) }),
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
    data: z.strictObject({
      at,
      ...mailbox,
      messages: z.array(heldMessage).max(MOST_LISTED),
      /** When files of messages that the switch does not list were written. */
      unlisted: z.array(at).max(MOST_LISTED).optional(),
    }),
  }),
  z.strictObject({
    kind: z.literal('mailboxes'),
    data: z.strictObject({
      at,
      accounts: z.array(z.strictObject(mailbox)).max(MOST_LISTED),
      /** Domains whose mailboxes the agent has left out, because it does not have their tenants. Absent from an older agent. */
      unread: z.array(account.domain).max(MOST_LISTED).optional(),
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
      queue: text(QUEUE),
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
  entries: z.array(z.strictObject({ sequence: z.int().min(1), agentEvent })).max(ENTRIES_A_DELIVERY),
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
    .max(MOST_LISTED),
})
export type Pings = z.infer<typeof pings>['pings']
