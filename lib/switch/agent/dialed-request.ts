import { z } from 'zod'
import type { RoomRole } from '../conference'

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
