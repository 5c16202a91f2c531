import type { SupabaseClient } from '@supabase/supabase-js'
import type { NextApiHandler, NextApiRequest, NextApiResponse } from 'next'
import type { z } from 'zod'
import { publicEnv } from '../env'
import { decodedToken } from '../session/access-token'
import type { Action, Section } from '../session/permissions'
import type { Database } from '../supabase/database.types'
import { type DatabaseError, FORBIDDEN } from '../supabase/refusal'
import { createServerClientFor } from '../supabase/server-client'
import { answerFailure } from './answer-failure'
import { ApiFailure, requireMethod } from './failure'
import type { Limit } from './limiter'
import { parse, readJson, requireJson } from './request-body'
import { createSharedLimiter } from './shared-limiter'

const DEFAULT_MAX_BYTES = 64 * 1024

/** The permission the caller needs, in one of the sections. Without one, any signed-in user may call, and the database decides. */
type Needed =
  | { section: Section | readonly Section[]; action: Action }
  | { section?: undefined; action?: undefined }

/** What a route requires of its caller before its handler runs. */
export type ApiRules<Query, Body, Read> = Needed & {
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  /** Schema of the route parameters and query string; without one, `query` is undefined. */
  query?: z.ZodType<Query>
  /** Schema of the JSON body; without one, the body is not read and `body` is undefined. */
  body?: z.ZodType<Body>
  /** Largest body in bytes; 64 KiB by default. */
  maxBytes?: number
  /**
   * Reads with the caller's own rights, from the query alone. It starts while the caller is still being checked, to save a round
   * trip; if the caller is refused, the result is dropped.
   */
  read?: (query: Query, supabase: SupabaseClient<Database>) => PromiseLike<Read>
  /** Rate limit per user across all servers, counted under the name `of`; unlimited by default. */
  limit?: Limit & { of: string }
  /** Lets the browser cache the answer and revalidate it (304): for large answers that rarely change. */
  kept?: boolean
}

export interface ApiCall<Query, Body, Read> {
  req: NextApiRequest
  res: NextApiResponse
  query: Query
  body: Body
  userId: string
  /** Supabase client with the caller's own rights. */
  supabase: SupabaseClient<Database>
  read: Read
}

/**
 * An API route. Checks in this order: method (405 with Allow), same origin (403), content type (415), session (401), permission
 * (403, also for a disabled member or no member record), limit (429 with Retry-After), ids in the path (404), query (400), body
 * size (413), JSON (400), body (400 with `issues`).
 * The handler's result is sent as JSON with status 200, or with the status it set on `res`. ApiFailure becomes `{message}` with
 * its status; anything else is logged and becomes 500 `{message: 'Something went wrong.'}`. A handler may also end the response
 * itself, for example to send a file.
 * A route with a body must `export const config = { api: { bodyParser: false } }`, so that size and syntax are checked here.
 */
export function apiHandler<Query = undefined, Body = undefined, Read = undefined>(
  rules: ApiRules<Query, Body, Read>,
  handle: (call: ApiCall<Query, Body, Read>) => Promise<unknown>,
): NextApiHandler {
  const takeTurn = rules.limit && createSharedLimiter(rules.limit.of, rules.limit)
  return async (req, res) => {
    res.setHeader('Cache-Control', rules.kept ? 'private, no-cache' : 'private, no-store')
    try {
      requireMethod(req, ...rules.methods)
      checkOrigin(req)
      if (rules.body) requireJson(req)
      const supabase = createServerClientFor(req, res)
      const reading = readEarly(rules, req, supabase)
      const userId = await requireCaller(supabase, rules.section, rules.action)
      await takeTurn?.(userId)
      const query = parseQuery(rules.query, req)
      const body = rules.body
        ? parse(rules.body, await readJson(req, rules.maxBytes ?? DEFAULT_MAX_BYTES))
        : undefined
      const answer = await handle({
        req,
        res,
        query: query as Query,
        body: body as Body,
        userId,
        supabase,
        read: (await reading) as Read,
      })
      if (!res.writableEnded && !res.destroyed) res.json(answer)
    } catch (error) {
      answerFailure(req, res, error)
    }
  }
}

// SameSite lax still sends the session cookie from other sites on the same registrable domain; this check stops their pages.
// Browsers send Origin with every request that changes data; if one omits it, Sec-Fetch-Site tells whose page it is. Programs other
// than browsers send neither, but have no one's cookies either.
function checkOrigin(req: NextApiRequest): void {
  const { origin, host, 'sec-fetch-site': site } = req.headers
  if (req.method === 'GET') return
  if (origin === undefined) {
    if (site === undefined || site === 'same-origin' || site === 'none') return
    throw new ApiFailure(403, 'Requests from other sites are not allowed.')
  }
  const { siteUrl } = publicEnv()
  const ownHosts = [host, siteUrl && new URL(siteUrl).host]
  const from = URL.parse(origin)?.host
  if (!from || !ownHosts.includes(from)) {
    throw new ApiFailure(403, 'Requests from other sites are not allowed.')
  }
}

/** Starts the request now; the caller that awaits it handles the failure. */
function readEarly<Query, Body, Read>(
  { query: schema, read }: ApiRules<Query, Body, Read>,
  req: NextApiRequest,
  supabase: SupabaseClient<Database>,
): Promise<Read> | undefined {
  const query = schema?.safeParse(req.query)
  if (!read || query?.success === false) return undefined
  const reading = Promise.resolve(read(query?.data as Query, supabase))
  reading.catch(() => {})
  return reading
}

/** The caller's id. A caller with the permission has a session, so the session is checked only to explain a refusal. */
async function requireCaller(
  supabase: SupabaseClient<Database>,
  section: Section | readonly Section[] = [],
  action: Action | undefined,
): Promise<string> {
  let failure: DatabaseError | null | undefined
  for (const one of typeof section === 'string' ? [section] : section) {
    const permission = action && (await supabase.rpc('has_permission', { section: one, action }))
    failure ??= permission?.error
    if (permission?.data !== true) continue
    // The database has just verified the token; the user stored next to it in the cookie is only the browser's claim.
    const { data } = await supabase.auth.getSession()
    return String(decodedToken(data.session?.access_token).sub)
  }
  const { data, error } = await supabase.auth.getUser()
  if (!data.user) {
    if (error?.name === 'AuthRetryableFetchError') throw error
    throw new ApiFailure(401, 'Sign in first.')
  }
  if (!action) return data.user.id
  if (failure) throw failure
  throw new ApiFailure(403, FORBIDDEN)
}

/** A malformed id cannot match anything, so it is answered like an unknown one. */
function parseQuery<Query>(schema: z.ZodType<Query> | undefined, req: NextApiRequest): Query | undefined {
  const parsed = schema?.safeParse(req.query)
  // Clients may leave characters unencoded that encodeURIComponent would encode, so compare decoded segments.
  const segments = (req.url ?? '').split('?')[0]?.split('/').map(decodeURIComponent) ?? []
  const inPath = (name: PropertyKey | undefined) => segments.includes(String(req.query[String(name)]))
  if (parsed?.error?.issues.some(({ path }) => inPath(path[0]))) {
    throw new ApiFailure(404, 'Not found.')
  }
  return schema && parse(schema, req.query)
}
