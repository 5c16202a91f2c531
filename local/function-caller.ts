import type { IncomingMessage } from 'node:http'
import { type JWTPayload, jwtVerify } from 'jose'
import { addBounded } from '../lib/add-bounded.ts'
import type { Role } from './realtime/subscribers.ts'

/** Keys for verifying who makes a request. */
export interface Keys {
  jwtSecret: string
  anonKey: string
  serviceKey: string
}

/** The requesting role and user, as the policies see them. */
export interface Caller {
  role: Role
  /** The user's id; empty without one. */
  uid: string
  claims: Record<string, unknown>
}

/** Who makes a request; undefined if its keys are invalid or belong to another role. */
export type ReadCaller = (request: Pick<IncomingMessage, 'headers'>) => Promise<Caller | undefined>

/** Number of verified tokens cached: verifying one takes longer than most queries. */
const REMEMBERED = 1000

/** Determines who makes a request: undefined if its keys are invalid, so that lite rejects it, or belong to another role. */
export function callerReader({ jwtSecret, anonKey, serviceKey }: Keys): ReadCaller {
  const secret = new TextEncoder().encode(jwtSecret)
  const genuine = new Map<string, JWTPayload>()

  async function claimsOf(token: string): Promise<JWTPayload | undefined> {
    const known = genuine.get(token)
    if (known) return (known.exp ?? 0) > Date.now() / 1000 ? known : undefined
    const verified = await jwtVerify(token, secret, { algorithms: ['HS256'] }).catch(() => undefined)
    if (verified) addBounded(genuine, token, verified.payload, REMEMBERED)
    return verified?.payload
  }

  return async ({ headers }) => {
    const { apikey, authorization } = headers
    if (apikey !== anonKey && apikey !== serviceKey) return undefined
    // Lite itself rejects the service key from browsers.
    if (apikey === serviceKey && /^\s*Mozilla/i.test(headers['user-agent'] ?? '')) return undefined
    const bearer = /^Bearer\s+(\S+)$/.exec(authorization ?? '')?.[1]
    if (authorization !== undefined && bearer === undefined) return undefined
    if (bearer === undefined || bearer === apikey) {
      const role = apikey === serviceKey ? 'service_role' : 'anon'
      return { role, uid: '', claims: { role } }
    }
    const claims = await claimsOf(bearer)
    if (claims?.role !== 'authenticated' || !claims.sub || (claims.iat ?? 0) > Date.now() / 1000)
      return undefined
    return { role: 'authenticated', uid: claims.sub, claims }
  }
}
