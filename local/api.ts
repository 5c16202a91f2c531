import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { App } from '@supabase/lite'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { clientAddress, type IsTrusted } from '../lib/client-address.ts'
import { answer } from './answer.ts'
import type { AuthLayerOptions } from './auth/layer.ts'
import { outboxMailer } from './auth/outbox.ts'
import { CODE_DIGITS, linkSeconds } from './auth/recovery.ts'
import { internalsOf } from './connection-internals.ts'
import { toAnswer } from './database-errors.ts'
import type { IsShort } from './disk-space.ts'
import { BackendError, errorCode, oneLine } from './errors.ts'
import { type FunctionCalls, functionCalls } from './function-calls.ts'
import { createPool } from './pool.ts'
import { batchRequestContext, withRequest } from './request-context.ts'

/** How long running queries may take to finish once the API is closed. */
const CLOSE_SECONDS = 5

/** How long requests in progress may take to finish once the backend is told to stop. */
const DRAIN_MS = 15_000

/** Number of requests that the database handles concurrently. */
export const CONNECTIONS = 8

/** Number of connections that stay open however long nobody calls a function, and when the others are closed. */
const KEPT_CONNECTIONS = 2
const IDLE_CONNECTION_MS = 10 * 60_000

/** Per statement, except for functions with their own limit. Hosted Supabase allows 8 s. */
export const STATEMENT_TIMEOUT_MS = 30_000

/** Maximum number of rows returned per request. */
const MAX_ROWS = 10_000

/** How long a client may take for a request's headers, and for the whole of it; then it is answered 408 and its socket closed. */
export const CLIENT_PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
}

/** The answer to a request that failed unexpectedly, with the fields of PostgREST, Storage and Auth. Any origin may read it. */
const FAILURE = JSON.stringify({
  code: 'unexpected_failure',
  statusCode: '500',
  error: 'unexpected_failure',
  message: 'Something went wrong on the server. Try again.',
  details: null,
  hint: null,
})
const FAILURE_HEADERS = {
  'access-control-allow-origin': '*',
  'content-type': 'application/json',
  connection: 'close',
}

/** Any other is answered 405: lite would take it for a GET, and the web's Request knows no TRACE. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * How much longer than promised a connection stays open. A client that is busy looks at its clock late: with less, it sends its next
 * request just as the connection is closed.
 */
const KEPT_MS = 60_000

/** Answers one request; `address` is the client's, as told by trusted proxies only. */
export type Handler = (request: Request, address: string) => Promise<Response>

/**
 * Answers a request without going through the web's Request and Response, which takes longer than many answers; false leaves it to
 * the handler.
 */
export type DirectHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string,
) => Promise<boolean>

export interface ApiServer {
  server: Server
  url: string
  /** Until `serve`, every request is answered with 503. */
  serve(handler: Handler, direct?: DirectHandler): void
  /** Accepts no new connections and waits, for a limited time, for requests in progress. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Binds the port on 127.0.0.1 at once, so that a taken port is reported before anything slow. Throws BackendError. */
export async function openApiServer(
  port: number,
  isTrusted: IsTrusted,
  onError: (line: string) => void,
  patience = CLIENT_PATIENCE,
): Promise<ApiServer> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new BackendError('The port of the backend (SUPABASE_PORT) must be a number from 1 to 65535.')
  }
  let handler: Handler = async () => Response.json({ message: 'The backend is starting.' }, { status: 503 })
  let direct: DirectHandler = async () => false
  let draining = false
  let finished: (() => void) | undefined
  const underWay = new Set<ServerResponse>()
  const server = createServer(patience, (incoming, outgoing) => {
    const { socket, headers } = incoming
    underWay.add(outgoing)
    // Otherwise the client would send its next request on the same connection.
    if (draining) outgoing.setHeader('connection', 'close')
    outgoing.once('close', () => {
      underWay.delete(outgoing)
      if (underWay.size === 0) finished?.()
    })
    const address = clientAddress(socket.remoteAddress, headers['x-forwarded-for'], isTrusted)
    const answering = async () => {
      if (!METHODS.includes(incoming.method ?? ''))
        return void outgoing.writeHead(405, { allow: METHODS.join(', ') }).end()
      if (!isReadable(incoming)) return void outgoing.writeHead(400).end()
      if (await direct(incoming, outgoing, address)) return
      await answer(incoming, outgoing, (request) => handler(request, address))
    }
    answering().catch((error: unknown) => {
      // A client that disconnected is not our failure.
      if (outgoing.destroyed) return
      onError(`${incoming.method} ${incoming.url}: ${oneLine(error)}`)
      if (outgoing.headersSent) return void outgoing.destroy()
      // Whatever is left of the request's body is not read.
      outgoing.writeHead(500, FAILURE_HEADERS).end(FAILURE)
    })
  })
  server.keepAliveTimeoutBuffer = KEPT_MS
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
    serve: (next, nextDirect) => {
      handler = next
      direct = nextDirect ?? direct
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

/** Whether a request's URL is one, and names no NUL: the database has no text with one, and its protocol ends texts with it. */
function isReadable({ url = '/', headers }: IncomingMessage): boolean {
  const parsed = URL.parse(url, `http://${headers.host ?? '127.0.0.1'}`)
  if (!parsed) return false
  // Storage says itself which names no file can have.
  if (parsed.pathname.startsWith('/storage/v1/')) return true
  try {
    return !decodeURIComponent(parsed.pathname).includes('\0') && !parsed.search.includes('%00')
  } catch {
    return false
  }
}

export interface LiteOptions extends AuthLayerOptions {
  /** While it returns true, requests are read-only; never by default. */
  isShort?: IsShort
  /** Whether a pooler is in front of the database: prepared statements then do not survive the transaction. */
  isPooled?: boolean
}

/** PostgREST and password sign-in over the database. Call `prepare` before the migrations and `refresh` after them. */
export interface Lite {
  prepare(): Promise<void>
  /** Drops its cached schema, so that the next request sees the current tables and functions. */
  refresh(): Promise<void>
  handle(request: Request): Promise<Response>
  /** Function calls that bypass the handler. */
  calls: FunctionCalls
  close(): Promise<void>
}

/** @supabase/lite with the answers, limits and errors of hosted Supabase. */
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
  const isShort = options.isShort ?? (() => false)
  // Its most recently used connection is used first. A connection plans each statement when it first executes it, which takes longer
  // than the statement itself, and lite's connections take turns.
  const pool = createPool({
    connectionString: options.databaseUrl,
    application_name: 'api',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    max: CONNECTIONS,
    min: KEPT_CONNECTIONS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    pipeline: true,
  })
  const calls = functionCalls(pool, {
    keys: options,
    maxRows: MAX_ROWS,
    isShort,
    prepare: !options.isPooled,
  })
  enforceRowLevelSecurity(connection)
  forgetViews(connection)
  batchRequestContext(connection, isShort)
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => toAnswer(normalize(error))
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: MAX_ROWS },
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
      email: {
        enable_confirmations: false,
        double_confirm_changes: false,
        otp_expiry: linkSeconds,
        otp_length: CODE_DIGITS,
      },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { drivers: { email: outboxMailer(options) }, server: { admin: false, disableStudio: true } },
  })
  return {
    prepare: () => app.ensureSystemSchema(),
    refresh: async () => {
      await connection.clearSchemaCache()
      await calls.refresh()
    },
    calls,
    handle: (request) => withRequest(request, async () => app.fetch(request)),
    // Without this the driver waits forever for queries whose connection broke.
    close: async () => {
      await Promise.all([pool.end(), connection.driver.end({ timeout: CLOSE_SECONDS })])
    },
  }
}

/**
 * By default the connection discovers row-level security on the first request and then grants every table to anon and
 * authenticated, undoing what the migrations revoked.
 */
function enforceRowLevelSecurity(connection: PostgresConnection): void {
  internalsOf(connection).rlsState = 'active'
}

/**
 * By default every request scans the definitions of all views for their column types, which the catalog has already provided: more
 * than a third of a small request's time.
 */
function forgetViews(connection: PostgresConnection): void {
  const inner = internalsOf(connection)
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
