import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerJson } from './answer.ts'
import type { ApiServer, Handler } from './api-server.ts'
import { LARGEST_AUTH_BODY, preflight } from './auth/http.ts'
import type { AuthLayer } from './auth/layer.ts'
import { bodyWithin, SIGNED_OUT, TOO_LARGE, withinLimit } from './body-limit.ts'
import { type IsShort, noRoom } from './disk-space.ts'
import { fairQueue, QueueTimeout } from './fair-queue.ts'
import { type Caller, callerReader, type Keys } from './function-caller.ts'
import { CONNECTIONS, type Lite } from './lite.ts'
import type { StorageLayer } from './storage/layer.ts'

/** Of signed-in callers and the server: room for a switch's live calls (30 MB), the largest. */
const LARGEST_BODY = 32_000_000

/** The app's server as a caller, which asks on behalf of switches and of everybody who has no session. */
const SERVER = 'service_role'

/** Connections that no person's long requests take. */
const LEFT_TO_OTHERS = 2

/** As long as proxies usually wait for an answer. */
export const QUEUE_PATIENCE_MS = 60_000

/** The answer to a request that has waited for too long, with the code of PostgREST's own. */
const BUSY = {
  status: 503,
  text: JSON.stringify({
    code: 'PGRST003',
    message: 'The server is busy. Nothing was done; try again in a moment.',
    details: null,
    hint: null,
  }),
}
const BUSY_HEADERS = {
  'access-control-allow-origin': '*',
  'content-type': 'application/json',
  'retry-after': '1',
}

/** Answers instead of a request whose turn did not come in time; other failures stay. */
function whenLate<Answer>(answer: () => Answer): (error: unknown) => Answer {
  return (error) => {
    if (!(error instanceof QueueTimeout)) throw error
    return answer()
  }
}

/** What answers requests, and how long they may wait. */
export interface Served extends Keys {
  lite: Lite
  auth: AuthLayer
  storage: StorageLayer['handle']
  isShort: IsShort
  /** How long a request may wait for its turn, in milliseconds. */
  patienceMs: number
}

/** Passes on only these APIs: @supabase/lite also has pages that show its configuration to anyone. */
export function serve(api: ApiServer, { lite, auth, storage, isShort, patienceMs, ...keys }: Served): void {
  const queue = fairQueue(CONNECTIONS, patienceMs, (caller) =>
    caller === SERVER ? CONNECTIONS : CONNECTIONS - LEFT_TO_OTHERS,
  )
  const readCaller = callerReader(keys)
  /** Who waits in line: a person, whatever the number of their sessions; the server; and everybody without a valid token, by address. */
  const inLine = (caller: Caller | undefined, address: string) =>
    caller?.uid || (caller?.role === SERVER ? SERVER : address)
  /** How much a request may bring, all of which is in memory. */
  const mostOf = (caller: Caller | undefined) =>
    caller && caller.role !== 'anon' ? LARGEST_BODY : LARGEST_AUTH_BODY
  const inTurn = async <Answer>(
    caller: Caller | undefined,
    address: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer | typeof BUSY> => queue.run(inLine(caller, address), ask).catch(whenLate(() => BUSY))
  const signIn: Handler = (request, address) =>
    auth.handle(request, address, (asked) => queue.run(address, () => lite.handle(asked)))
  const handler: Handler = async (incoming, address) => {
    const { pathname } = new URL(incoming.url)
    if (pathname === '/health') return Response.json({ status: 'ok' })
    // Storage has limits of its own, by bucket.
    if (pathname.startsWith('/storage/v1/')) {
      const stores = /^(POST|PUT)$/.test(incoming.method) && !pathname.startsWith('/storage/v1/object/sign/')
      return stores && isShort() ? noRoom() : storage(incoming)
    }
    // A mail has a limit of its own, and is read once the server's key has been. On a full disk, one without an attachment may use what is
    // reserved for mail.
    if (pathname === '/outbox' && incoming.method === 'POST') {
      const isLarge = Number(incoming.headers.get('content-length')) > LARGEST_AUTH_BODY
      return isShort(isLarge ? undefined : 'claim_mails') ? noRoom() : signIn(incoming, address)
    }
    if (pathname.startsWith('/auth/v1/') || pathname === '/outbox') {
      const request = await withinLimit(incoming, LARGEST_AUTH_BODY)
      return request instanceof Response ? request : signIn(request, address)
    }
    if (pathname.startsWith('/rest/v1/')) {
      const caller = await readCaller({ headers: Object.fromEntries(incoming.headers) })
      const isSignedOut = !caller && incoming.headers.has('authorization')
      const request = await withinLimit(incoming, mostOf(caller), isSignedOut ? SIGNED_OUT : TOO_LARGE)
      if (request instanceof Response) return request
      // By default @supabase/lite answers 404 to the preflight of a function that needs an argument.
      const asksFirst = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
      if (asksFirst) return preflight(request)
      return queue
        .run(inLine(caller, address), () => lite.handle(request))
        .catch(whenLate(() => new Response(BUSY.text, { status: BUSY.status, headers: BUSY_HEADERS })))
    }
    return Response.json({ message: 'Not found' }, { status: 404 })
  }
  api.serve(handler, async (incoming, outgoing, address) => {
    if (incoming.method === 'GET' && incoming.url === '/auth/v1/user') {
      const caller = await readCaller(incoming)
      const user = caller && (await auth.userOf(caller))
      if (!user) return false
      outgoing.setHeader('cache-control', 'no-store')
      await respond(incoming, outgoing, 200, JSON.stringify(user))
      return true
    }
    const read = await lite.rows.of(incoming)
    if (read) {
      const answer = await inTurn(await readCaller(incoming), address, async () => ({
        status: 200,
        text: await read(),
      }))
      if (answer.text === undefined) return false
      await respond(incoming, outgoing, answer.status, answer.text)
      return true
    }
    const call = await lite.calls.of(incoming)
    if (!call) return false
    const caller = await readCaller(incoming)
    const body = await bodyWithin(incoming, mostOf(caller))
    const { status, text } = body ? await inTurn(caller, address, () => call(body)) : TOO_LARGE
    if (!body) outgoing.setHeader('connection', 'close')
    await respond(incoming, outgoing, status, text)
    return true
  })
}

/** Answers with JSON text; a request that has waited for too long may come back after a second. */
function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  text: string,
): Promise<void> {
  if (status === BUSY.status) outgoing.setHeader('retry-after', BUSY_HEADERS['retry-after'])
  return answerJson(incoming, outgoing, status, text)
}
