import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { IsTrusted } from '../lib/server/client-address.ts'
import { answerJson } from './answer.ts'
import { type ApiServer, type Handler, openApiServer } from './api-server.ts'
import { LARGEST_AUTH_BODY, preflight } from './auth/http.ts'
import { authLayer } from './auth/layer.ts'
import { bodyWithin, SIGNED_OUT, TOO_LARGE, withinLimit } from './body-limit.ts'
import { lockDataDir, prepareDataDir, removeLeftLinks } from './data-dir.ts'
import { databaseUrl, withClient } from './database.ts'
import { freeBytes, type IsShort, noRoom, shortOfRoom } from './disk-space.ts'
import { BackendError } from './errors.ts'
import { type FairQueue, fairQueue, QueueTimeout } from './fair-queue.ts'
import { type Caller, callerReader, type Keys } from './function-caller.ts'
import { EMBEDDED_ANON_KEY, loadSecrets, secretsFile } from './keys.ts'
import { CONNECTIONS, createLite, type Lite, TIME_LIMITS } from './lite.ts'
import { applyMigrations, seedOnce } from './migrations.ts'
import { startPooler } from './pooler.ts'
import { CLUSTER_OWNER, type PostgresServer, startPostgres } from './postgres.ts'
import { attachRealtime } from './realtime/server.ts'
import { ensureAuthFunctions, ensureRoles, ensureSchemas } from './roles.ts'
import { createDemoFiles } from './storage/demo-files.ts'
import { type StorageLayer, storageLayer, storedFiles } from './storage/layer.ts'
import { ensureStorageSchema } from './storage/schema.ts'

export interface BackendOptions {
  /** Folder for everything the backend stores; created when missing. */
  dataDir: string
  /** Port of the Supabase API on 127.0.0.1. */
  port: number
  /** Origin of the app, for links in emails. */
  siteUrl: string
  /** Folder with migrations/ and seed.sql; the repository's supabase/ by default. */
  supabaseDir?: string
  /** Whether to create the demo accounts and load seed.sql on the first start; true by default. */
  seed?: boolean
  /** Whether this is a part of restoring a backup; false by default. */
  restoring?: boolean
  /** Trusted proxies in front of the API, which may report the client's address; none by default. */
  isTrustedProxy?: IsTrusted
  /** How long a request may wait for its turn, in milliseconds; QUEUE_PATIENCE_MS by default. */
  queuePatienceMs?: number
  /** Free bytes on the disk of a folder; asks the system by default. */
  freeBytes?: (folder: string) => number
  /** PostgreSQL settings in addition to ours, or overriding them. */
  postgres?: Record<string, string>
  /** A PgBouncer binary (`pgbouncer`) through which the API then connects to the database. */
  pgbouncer?: string
  /** Receives one line of progress at a time. */
  log?: (line: string) => void
  /** Called once when PostgreSQL ends unexpectedly. */
  onCrash?: (error: BackendError) => void
}

export interface Backend {
  /** Origin of the Supabase API. */
  url: string
  anonKey: string
  serviceKey: string
  /** The secret the telephone switch sends with call records. */
  cdrIngestSecret: string
  /** The file with the encryption keys of records' passwords and PINs (the app's SECRETS_KEY_FILE). */
  secretsKeyFile: string
  /** For tools and tests: the database as the role that owns the schema. */
  databaseUrl: string
  /** Folder where every email is stored as a file. */
  outboxDir: string
  /** Finishes requests in progress, then stops everything. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL and the Supabase API over it, with all migrations applied. Recovers from an earlier backend that was killed.
 * Expected failures (a second start, a taken port, an unusable data directory, a failing migration) are thrown as BackendError
 * with a one-line message and leave nothing running.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const started: (() => Promise<void> | void)[] = []
  async function stop(): Promise<void> {
    for (let undo = started.pop(); undo; undo = started.pop()) await undo()
  }
  try {
    return await startAll(options, started, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startAll(
  options: BackendOptions,
  started: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<Backend> {
  const log = options.log ?? (() => undefined)
  const dataDir = resolve(options.dataDir)
  const supabaseDir = options.supabaseDir ?? join(import.meta.dirname, '../supabase')
  const outboxDir = join(dataDir, 'outbox')

  prepareDataDir(dataDir)
  const lock = lockDataDir(dataDir, options)
  started.push(() => lock.release())
  removeLeftLinks(dataDir)
  const api = await openApiServer(options.port, options.isTrustedProxy ?? (() => false), log)
  started.push(() => api.close())
  const secrets = loadSecrets(dataDir)

  const postgres = await startPostgres(dataDir, secrets.databasePassword, options.postgres)
  started.push(watch(postgres, dataDir, options.onCrash))
  const url = databaseUrl('postgres', secrets.databasePassword, postgres.port)
  let apiUrl = url
  if (options.pgbouncer) {
    const pooler = await startPooler(options.pgbouncer, url, { dataDir, sessionSettings: TIME_LIMITS })
    started.push(() => pooler.stop())
    apiUrl = pooler.url
  }
  const keys = { jwtSecret: secrets.jwtSecret, anonKey: EMBEDDED_ANON_KEY, serviceKey: secrets.serviceKey }
  const isShort = shortOfRoom(dataDir, options.freeBytes ?? freeBytes)
  const lite = createLite({
    ...keys,
    isShort,
    isPooled: options.pgbouncer !== undefined,
    databaseUrl: apiUrl,
    siteUrl: options.siteUrl,
    apiUrl: api.url,
    outboxDir,
  })
  started.push(() => lite.close())

  await withClient(databaseUrl(CLUSTER_OWNER, secrets.databasePassword, postgres.port), (client) =>
    ensureRoles(client, secrets.databasePassword),
  )
  await withClient(url, async (client) => {
    await ensureSchemas(client)
    await ensureStorageSchema(client)
    await lite.prepare()
    await ensureAuthFunctions(client)
    const applied = await applyMigrations(client, join(supabaseDir, 'migrations'))
    if (applied.length) log(`Applied ${applied.length} migration${applied.length === 1 ? '' : 's'}.`)
    const makeFiles = () => createDemoFiles(client, storedFiles(dataDir))
    if (await seedOnce(client, join(supabaseDir, 'seed.sql'), options.seed ?? true, makeFiles))
      log('Loaded the demo data.')
  })
  await lite.refresh()

  const auth = authLayer({
    ...keys,
    databaseUrl: apiUrl,
    siteUrl: options.siteUrl,
    apiUrl: api.url,
    outboxDir,
  })
  started.push(() => auth.close())
  const patienceMs = options.queuePatienceMs ?? QUEUE_PATIENCE_MS
  const storage = await storageLayer({ ...keys, databaseUrl: apiUrl, dataDir, patienceMs })
  started.push(() => storage.close())
  started.push(() => api.drain())
  const realtime = await attachRealtime(api.server, { ...keys, databaseUrl: url })
  started.push(() => realtime.close())
  const queue = fairQueue(CONNECTIONS, patienceMs, (caller) =>
    caller === SERVER ? CONNECTIONS : CONNECTIONS - LEFT_TO_OTHERS,
  )
  serve(api, lite, auth.handle, storage.handle, isShort, queue, keys)
  lock.publish({ url: api.url, databaseUrl: url })
  return {
    url: api.url,
    anonKey: keys.anonKey,
    serviceKey: keys.serviceKey,
    cdrIngestSecret: secrets.cdrIngestSecret,
    secretsKeyFile: secretsFile(dataDir),
    databaseUrl: url,
    outboxDir,
    stop,
  }
}

/** Of signed-in callers and the server: room for a switch's live calls (30 MB), the largest. */
const LARGEST_BODY = 32_000_000

/** The app's server as a caller, which asks on behalf of switches and of everybody who has no session. */
const SERVER = 'service_role'

/** Connections that no person's long requests take. */
const LEFT_TO_OTHERS = 2

/** As long as proxies usually wait for an answer. */
const QUEUE_PATIENCE_MS = 60_000

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

/** Passes on only these APIs: @supabase/lite also has pages that show its configuration to anyone. */
function serve(
  api: ApiServer,
  lite: Lite,
  auth: ReturnType<typeof authLayer>['handle'],
  storage: StorageLayer['handle'],
  isShort: IsShort,
  queue: FairQueue,
  keys: Keys,
): void {
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
    auth(request, address, (asked) => queue.run(address, () => lite.handle(asked)))
  const handler: Handler = async (incoming, address) => {
    const { pathname } = new URL(incoming.url)
    if (pathname === '/health') return Response.json({ status: 'ok' })
    // Storage has limits of its own, by bucket.
    if (pathname.startsWith('/storage/v1/')) {
      const stores = /^(POST|PUT)$/.test(incoming.method) && !pathname.startsWith('/storage/v1/object/sign/')
      return stores && isShort() ? noRoom() : storage(incoming)
    }
    // A mail has a limit of its own, and is read once the server's key has been.
    if (pathname === '/outbox' && incoming.method === 'POST') return signIn(incoming, address)
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

/** Returns a function that stops PostgreSQL; ending before that call is a crash. */
function watch(
  postgres: PostgresServer,
  dataDir: string,
  onCrash: BackendOptions['onCrash'],
): () => Promise<void> {
  let wanted = false
  postgres.exited.then(() => {
    if (!wanted)
      onCrash?.(new BackendError(`PostgreSQL ended unexpectedly; see ${join(dataDir, 'postgres.log')}.`))
  })
  return () => {
    wanted = true
    return postgres.stop()
  }
}
