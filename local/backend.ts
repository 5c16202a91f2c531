import { join, resolve } from 'node:path'
import type { IsTrusted } from '../lib/server/client-address.ts'
import { openApiServer } from './api-server.ts'
import { authLayer } from './auth/layer.ts'
import { lockDataDir, prepareDataDir, removeLeftLinks } from './data-dir.ts'
import { databaseUrl, withClient } from './database.ts'
import { freeBytes, shortOfRoom } from './disk-space.ts'
import { BackendError } from './errors.ts'
import { EMBEDDED_ANON_KEY, loadSecrets, secretsFile } from './keys.ts'
import { createLite, TIME_LIMITS } from './lite.ts'
import { applyMigrations, seedOnce } from './migrations.ts'
import { startPooler } from './pooler.ts'
import { CLUSTER_OWNER, type PostgresServer, startPostgres } from './postgres.ts'
import { attachRealtime } from './realtime/server.ts'
import { ensureAuthFunctions, ensureRoles, ensureSchemas } from './roles.ts'
import { QUEUE_PATIENCE_MS, serve } from './serve.ts'
import { createDemoFiles } from './storage/demo-files.ts'
import { storageLayer, storedFiles } from './storage/layer.ts'
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

  const postgres = await startPostgres(dataDir, secrets.databasePassword, options.postgres, log)
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
  const authOptions = {
    ...keys,
    isPooled: options.pgbouncer !== undefined,
    databaseUrl: apiUrl,
    siteUrl: options.siteUrl,
    apiUrl: api.url,
    outboxDir,
  }
  const lite = createLite({ ...authOptions, isShort })
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

  const auth = authLayer(authOptions)
  started.push(() => auth.close())
  const patienceMs = options.queuePatienceMs ?? QUEUE_PATIENCE_MS
  const storage = await storageLayer({ ...keys, databaseUrl: apiUrl, dataDir, patienceMs })
  started.push(() => storage.close())
  started.push(() => api.drain())
  const realtime = await attachRealtime(api.server, { ...keys, databaseUrl: url })
  started.push(() => realtime.close())
  serve(api, { ...keys, lite, auth, storage: storage.handle, isShort, patienceMs })
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
