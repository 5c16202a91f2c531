import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { App } from '@supabase/lite'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { clientAddress, type IsTrusted } from '../lib/client-address.ts'
import type { AuthLayerOptions } from './auth/layer.ts'
import { outboxMailer } from './auth/outbox.ts'
import { linkSeconds } from './auth/recovery.ts'
import { toAnswer } from './database-errors.ts'
import type { IsShort } from './disk-space.ts'
import { BackendError, errorCode, oneLine } from './errors.ts'
import { tellContextAtOnce, tellingMethod } from './request-context.ts'

/** How long running queries may take to finish once the API is closed. */
const CLOSE_SECONDS = 5

/** How long requests that are under way may take to finish once the backend is told to stop. */
const DRAIN_MS = 15_000

/** How many requests the database answers at a time. */
export const CONNECTIONS = 8

/** Hosted Supabase allows 8 s per statement, more for functions with their own limit; here one limit covers both. */
export const STATEMENT_TIMEOUT_MS = 30_000

/** How long a client may take for a request's headers, and for the whole of it; then its socket is closed. */
const HEADERS_MS = 10_000
const REQUEST_MS = 120_000

/** Answers one request; `address` is the client's, as told by trusted proxies only. */
export type Handler = (request: Request, address: string) => Promise<Response>

export interface ApiServer {
  server: Server
  url: string
  /** Until `serve`, every request is answered with 503. */
  serve(handler: Handler): void
  /** Takes no new connection and waits for the requests that are under way, for a while. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Binds the port on 127.0.0.1 at once, so that a taken port is reported before anything slow. Throws BackendError. */
export async function openApiServer(
  port: number,
  isTrusted: IsTrusted,
  onError: (line: string) => void,
): Promise<ApiServer> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new BackendError('The port of the backend (SUPABASE_PORT) must be a number from 1 to 65535.')
  }
  let handler: Handler = async () => Response.json({ message: 'The backend is starting.' }, { status: 503 })
  let draining = false
  let finished: (() => void) | undefined
  const underWay = new Set<ServerResponse>()
  const server = createServer((incoming, outgoing) => {
    const { socket, headers } = incoming
    underWay.add(outgoing)
    // A client would send its next request on the same connection.
    if (draining) outgoing.setHeader('connection', 'close')
    outgoing.once('close', () => {
      underWay.delete(outgoing)
      if (underWay.size === 0) finished?.()
    })
    const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'], isTrusted)
    answer(incoming, outgoing, (request) => handler(request, address)).catch((error: unknown) => {
      // A client that disconnected is not our failure.
      if (!outgoing.destroyed) onError(`${incoming.method} ${incoming.url}: ${oneLine(error)}`)
      outgoing.destroy()
    })
  })
  server.headersTimeout = HEADERS_MS
  server.requestTimeout = REQUEST_MS
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') {
      throw new BackendError(
        `Port ${port} is taken by another program. Stop it, or choose another port for the backend with SUPABASE_PORT.`,
      )
    }
    throw new BackendError(`The backend cannot listen on port ${port}: ${oneLine(error)}.`)
  }
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    serve: (next) => {
      handler = next
    },
    drain: async () => {
      draining = true
      server.close()
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close')
      if (underWay.size === 0) return
      const done = new Promise<void>((resolve) => {
        finished = resolve
      })
      await Promise.race([done, delay(DRAIN_MS, undefined, { ref: false })])
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export interface LiteOptions extends AuthLayerOptions {
  /** While it says so, requests read only; never by default. */
  isShort?: IsShort
}

/** PostgREST and password sign-in over the database. Call `prepare` before the migrations and `serve` after them. */
export interface Lite {
  prepare(): Promise<void>
  /** Drops its cached schema, so that the next request sees the current tables. */
  refresh(): Promise<void>
  handle(request: Request): Promise<Response>
  close(): Promise<void>
}

/** @supabase/lite with the answers, limits and refusals of hosted Supabase. */
export function createLite(options: LiteOptions): Lite {
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: CONNECTIONS,
      onnotice: () => undefined,
      connection: { application_name: 'api', statement_timeout: STATEMENT_TIMEOUT_MS },
      types: HOSTED_TYPES,
    },
  })
  enforceRowLevelSecurity(connection)
  forgetViews(connection)
  tellContextAtOnce(connection, options.isShort ?? (() => false))
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => toAnswer(normalize(error))
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: 10_000 },
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      jwt_expiry: 3600,
      publishable_key: options.anonKey,
      secret_key: options.serviceKey,
      site_url: options.siteUrl,
      additional_redirect_urls: [`${options.siteUrl}/**`],
      // Staff accounts are created by an administrator, never by visitors.
      enable_signup: false,
      enable_anonymous_sign_ins: false,
      minimum_password_length: 10,
      email: { enable_confirmations: false, double_confirm_changes: false, otp_expiry: linkSeconds },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { drivers: { email: outboxMailer(options) }, server: { admin: false, disableStudio: true } },
  })
  return {
    prepare: () => app.ensureSystemSchema(),
    refresh: () => connection.clearSchemaCache(),
    handle: (request) => tellingMethod(request, async () => app.fetch(request)),
    // Without this the driver waits forever for queries whose connection broke.
    close: () => connection.driver.end({ timeout: CLOSE_SECONDS }),
  }
}

/**
 * By default the connection discovers row-level security on the first request and then grants every table to anon and
 * authenticated, undoing what the migrations revoked. The property is private in its types, and there is no option for it.
 */
function enforceRowLevelSecurity(connection: PostgresConnection): void {
  const inner = connection as unknown as { rlsState: 'unknown' | 'active' | 'inactive' }
  inner.rlsState = 'active'
}

/**
 * By default every request searches the definitions of all views for the types of their columns, which the catalog has told already:
 * more than a third of what a small request takes. The method is private in its types.
 */
function forgetViews(connection: PostgresConnection): void {
  const inner = connection as unknown as {
    writeCachedIntrospection(schema: { views: { sql?: string }[] }, options: unknown): Promise<void>
  }
  const write = inner.writeCachedIntrospection.bind(connection)
  inner.writeCachedIntrospection = (schema, options) =>
    write({ ...schema, views: schema.views.map((view) => ({ ...view, sql: undefined })) }, options)
}

const text = (value: unknown): string => String(value)

/** Column values as hosted PostgREST writes them in JSON: numbers for numeric, ISO 8601 for times. */
const HOSTED_TYPES = {
  // Lite passes documents on as JSON text already; quoting them again would store strings.
  jsonb: {
    to: 3802,
    from: [3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (value: string) => JSON.parse(value) as unknown,
  },
  numeric: {
    to: 1700,
    from: [1700],
    serialize: text,
    parse: (value: string) => (Number.isFinite(Number(value)) ? Number(value) : value),
  },
  timestamp: { to: 1114, from: [1114], serialize: text, parse: (value: string) => value.replace(' ', 'T') },
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: text,
    parse: (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  },
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handler: (request: Request) => Promise<Response>,
): Promise<void> {
  const response = await handler(toRequest(incoming, outgoing))
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length) outgoing.setHeader('set-cookie', cookies)
  if (!response.body || incoming.method === 'HEAD') return void outgoing.end()
  const body = Readable.fromWeb(response.body as ReadableStream)
  if (!isCompressed(incoming, response)) return pipeline(body, outgoing)
  outgoing.removeHeader('content-length')
  outgoing.setHeader('content-encoding', 'gzip')
  await pipeline(body, createGzip({ level: GZIP_LEVEL }), outgoing)
}

/** The fastest level already makes a page of a list a tenth of its size. */
const GZIP_LEVEL = 1
/** One packet of the network carries as much either way. */
const LEAST_COMPRESSED = 1400

/**
 * Whether the answer is compressed, as that of hosted Supabase is: JSON for whoever accepts it. The app's server, whose name as a
 * client is Node's, is on the same machine, where packing and unpacking takes longer than sending.
 */
function isCompressed({ headers }: IncomingMessage, response: Response): boolean {
  const length = response.headers.get('content-length')
  return (
    headers['user-agent'] !== 'node' &&
    /\bgzip\b/.test(String(headers['accept-encoding'] ?? '')) &&
    /\bjson\b/.test(response.headers.get('content-type') ?? '') &&
    !response.headers.has('content-encoding') &&
    (length === null || Number(length) >= LEAST_COMPRESSED)
  )
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const hangUp = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) hangUp.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? '']) headers.append(name, item)
  }
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? '127.0.0.1'}`), {
    method,
    headers,
    signal: hangUp.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as globalThis.ReadableStream, duplex: 'half' as const }),
  })
}
