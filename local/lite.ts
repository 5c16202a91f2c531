import { App } from '@supabase/lite'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { ROWS_PER_REQUEST } from '../lib/live/pages.ts'
import { MINIMUM_PASSWORD_LENGTH } from '../lib/session/password-length.ts'
import type { AuthLayerOptions } from './auth/layer.ts'
import { outboxMailer } from './auth/outbox.ts'
import { linkSeconds } from './auth/recovery.ts'
import { internalsOf } from './connection-internals.ts'
import { toAnswer } from './database-errors.ts'
import type { IsShort } from './disk-space.ts'
import { callerReader } from './function-caller.ts'
import { type FunctionCalls, functionCalls } from './function-calls.ts'
import { createPool } from './pool.ts'
import { batchRequestContext, withRequest } from './request-context.ts'
import { type SingleRows, singleRows } from './single-rows.ts'

/** How long running queries may take to finish once the API is closed. */
const CLOSE_SECONDS = 5

/** Number of requests that the database handles concurrently. */
export const CONNECTIONS = 8

/** Number of connections that stay open however long nobody calls a function, and when the others are closed. */
const KEPT_CONNECTIONS = 2
const IDLE_CONNECTION_MS = 10 * 60_000

/**
 * Milliseconds per statement, except for functions with their own limit (hosted Supabase allows 8 s), and how long a statement waits
 * for a lock, as on hosted Supabase.
 */
export const TIME_LIMITS = { statement_timeout: 30_000, lock_timeout: 8_000 }

export interface LiteOptions extends AuthLayerOptions {
  /** While it returns true, requests are read-only; never by default. */
  isShort?: IsShort
}

/** PostgREST and password sign-in over the database. Call `prepare` before the migrations and `refresh` after them. */
export interface Lite {
  prepare(): Promise<void>
  /** Drops its cached schema, so that the next request sees the current tables and functions. */
  refresh(): Promise<void>
  handle(request: Request): Promise<Response>
  /** Function calls that bypass the handler. */
  calls: FunctionCalls
  /** Rows read by an id, which bypass it too. */
  rows: SingleRows
  close(): Promise<void>
}

/** @supabase/lite with the answers, limits and errors of hosted Supabase. */
export function createLite(options: LiteOptions): Lite {
  const connection = createPostgresConnection({
    url: options.databaseUrl,
    postgresOptions: {
      max: CONNECTIONS,
      onnotice: () => undefined,
      connection: { application_name: 'api', ...TIME_LIMITS },
      types: HOSTED_TYPES,
    },
  })
  const isShort = options.isShort ?? (() => false)
  // Its most recently used connection is used first. A connection plans each statement when it first executes it, which takes longer
  // than the statement itself, and lite's connections take turns.
  const pool = createPool({
    connectionString: options.databaseUrl,
    application_name: 'api',
    ...TIME_LIMITS,
    max: CONNECTIONS,
    min: KEPT_CONNECTIONS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    pipeline: true,
  })
  const direct = { readCaller: callerReader(options), isShort, prepare: !options.isPooled }
  const calls = functionCalls(pool, { ...direct, maxRows: ROWS_PER_REQUEST })
  const rows = singleRows(pool, direct)
  enforceRowLevelSecurity(connection)
  forgetViews(connection)
  batchRequestContext(connection, isShort)
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => toAnswer(normalize(error))
  const app = new App({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: ROWS_PER_REQUEST },
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
      minimum_password_length: MINIMUM_PASSWORD_LENGTH,
      email: { enable_confirmations: false, otp_expiry: linkSeconds },
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: { drivers: { email: outboxMailer(options) }, server: { admin: false, disableStudio: true } },
  })
  return {
    prepare: () => app.ensureSystemSchema(),
    refresh: async () => {
      await connection.clearSchemaCache()
      await Promise.all([calls.refresh(), rows.refresh()])
    },
    calls,
    rows,
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
