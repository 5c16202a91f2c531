import { z } from 'zod'
import type { TenantSnapshot } from '../../telephony/routing/snapshot'
import type { AskingSwitch } from '../admission'
import type { GatewayAccount } from '../configuration/sofia'

/**
 * `known`: tag of what the agent has, with the `at` that came with it after a space if it can merge changes; null
 * for nothing. `wait`: if nothing is new, the answer may come as soon as something is, or after HOLD_MS.
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
  /** When the app last took phones for lost because the switch was not to serve them; absent from an older app. */
  phones_lost_at?: string | null
  /** A hash of the switch, `versions_hash` and `gateways`. */
  tag: string
  /** The database's time, in seconds; absent from an older app, which takes no changes into account. */
  at?: number
  /** Snapshot versions by tenant id; null if the agent is up to date. */
  versions: Record<string, number> | null
  /** Whether `versions` has only those that may have changed since the `at` of the request. */
  changed_only?: true
  /** A hash of all versions, by which the agent sees whether those that it has are complete. */
  versions_hash?: string
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

/** A command for a live call, by the uuid of its first leg. */
export type CallCommand = { id: string; call: string; domain: string } & (
  | { command: 'hang_up' }
  | { command: 'move' | 'listen'; extension: string }
)

export type SwitchCommand = PhoneCommand | CallCommand
