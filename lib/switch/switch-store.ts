import type { TenantSnapshot } from '../telephony/routing/snapshot'
import type { Admission, Admitted } from './admission'
import type { EmergencyCall } from './agent/agent-event'
import type { RoomRole } from './conference'
import type { GatewayAccount } from './configuration/sofia'
import type { Effect } from './dialplan'
import type { Hashes } from './directory'
import type { SwitchRequest } from './request'

/** A tenant's data for answering a switch. */
export interface TenantState {
  snapshot: TenantSnapshot
  /** By extension id: md5(extension:domain:secret); null for a secret that is not set, is damaged, or whose key is lost. */
  hashes: Map<string, Hashes>
  /**
   * Extensions with secrets that are not generated yet, or that this server cannot read, because it lacks the keys of most stored secrets
   * and others have them; each with the error. Nobody is to be told that these have none.
   */
  unreadable?: ReadonlyMap<string, Error>
}

/** The person entering a room's PIN: an extension by id, or an outside caller by number. */
export interface RoomCaller {
  caller: string
  outside: boolean
}

/** Data access for answering a switch. */
export interface SwitchStore {
  admit(address: string, name: string, secretDigest: string): Promise<Admission>
  /** The tenant with a given id, domain or phone number (E.164), if this switch serves it. */
  tenantOf(
    admitted: Admitted,
    by: { id?: string; domain?: string; number?: string },
  ): Promise<TenantState | undefined>
  /** Makes a change dialed by an extension; false if it is rejected. */
  change(state: TenantState, dialer: string, effect: Effect, pin: string | undefined): Promise<boolean>
  /**
   * Stores the answer to a dialed change before it is made. Returns undefined the first time, and the stored answer if the same
   * request was made moments ago. Null deletes the stored answer.
   */
  noted(state: TenantState, question: string, xml: string | null): Promise<string | undefined>
  isPin(state: TenantState, dialer: string, record: string, pin: string): Promise<boolean>
  /** The role that a PIN grants in a room; null for a wrong one. */
  roleIn(state: TenantState, caller: RoomCaller, room: string, pin: string): Promise<RoomRole | null>
  countHit(state: TenantState, rule: string): Promise<void>
  /** Queues the notifications of a 911 call, once per channel. Resolves once they are stored. */
  notifyEmergency(state: TenantState, call: EmergencyCall): Promise<void>
  /** All gateways, with the passwords for registering. */
  gateways(): Promise<GatewayAccount[]>
  /** Called with the answer about an extension. If it is there, the switch keeps extensions until it is told to forget them. */
  keepsExtension?(state: TenantState, asked: SwitchRequest, xml: string): void
  /** Whether callers from outside may sign in to an extension's mailbox. */
  asksPin?(state: TenantState, extension: string): boolean
  /** Whether the app takes uploads now. */
  takesUploads?(): boolean
  /** Ends a call of the switch, given its channel. */
  endCall?(channel: string): Promise<void>
}
