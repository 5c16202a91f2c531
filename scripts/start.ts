import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Backend, startBackend } from '../local/backend.ts'
import { refuseSecondStart } from '../local/data-dir.ts'
import { openDemoAccounts } from '../local/demo-accounts.ts'
import { BackendError, oneLine } from '../local/errors.ts'
import { DEMO_PASSWORD } from '../local/keys.ts'
import { clearStamp, isBuilt, sourceHash, writeStamp } from './lib/build-stamp.ts'
import { rememberServer, startNext, stopLeftoverServer, untilListening } from './lib/next-process.ts'
import { loadEnvFiles, readSettings, requireFreePort, type Settings, StartError } from './lib/settings.ts'

/**
 * `npm start`: backend and, when needed, build side by side, then the app. With --dev the app is served by `next dev`
 * instead. Runs until a signal or until a part of it ends, and then stops everything that it started.
 */

const root = join(import.meta.dirname, '..')
const dev = process.argv.includes('--dev')
const undo: (() => Promise<void> | void)[] = []
let ending: Promise<never> | undefined

/** Stops everything, newest first, and exits. The first reason to stop decides the exit code. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
    process.exit(code)
  })()
  return ending
}

function fail(error: unknown): void {
  if (ending) return
  const expected = error instanceof StartError || error instanceof BackendError
  console.error(expected ? error.message : `The start failed: ${oneLine(error)}`)
  void end(1)
}

/** Does one thing and says so: the name of what it does, then what it did and how long that took. */
async function step<T>(doing: string, did: string, work: () => Promise<T>): Promise<T> {
  console.log(`${doing} …`)
  const begun = Date.now()
  const result = await work()
  console.log(`${did} in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
  return result
}

async function main(): Promise<void> {
  loadEnvFiles(root)
  const settings = readSettings(process.env, root)
  const { port, dataDir } = settings
  if (settings.backend.kind === 'embedded') refuseSecondStart(dataDir)
  if (await stopLeftoverServer(dataDir, port))
    console.log('Stopped the server that an earlier start had left.')
  await requireFreePort(port, 'PORT', [undefined, '127.0.0.1'])
  if (settings.backend.kind === 'embedded') {
    await requireFreePort(settings.backend.port, 'SUPABASE_PORT', ['127.0.0.1'])
  }

  const [embedded] = await Promise.all([startEmbedded(settings), dev ? undefined : build(settings)])
  await serve(settings, embedded)
  await announce(settings, embedded)
}

async function startEmbedded(settings: Settings): Promise<Backend | undefined> {
  const { backend, dataDir, siteUrl, isTrustedProxy } = settings
  if (backend.kind === 'configured') return undefined
  return step('Starting the backend', 'Started the backend', () => {
    const starting = startBackend({
      dataDir,
      port: backend.port,
      siteUrl,
      isTrustedProxy,
      pgbouncer: process.env.PGBOUNCER || undefined,
      log: (line) => console.log(`  ${line}`),
      onCrash: fail,
    })
    undo.push(async () => (await starting.catch(() => undefined))?.stop())
    return starting
  })
}

/** What a build needs to know. */
function buildEnvironment({ backend, port }: Settings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: String(port),
    NEXT_PUBLIC_SUPABASE_URL: backend.url,
    NEXT_PUBLIC_SUPABASE_ANON_KEY: backend.anonKey,
  }
}

/** What the running app needs to know, the embedded backend's secrets included. */
function appEnvironment(settings: Settings, embedded: Backend | undefined): NodeJS.ProcessEnv {
  return {
    ...buildEnvironment(settings),
    ...(embedded && {
      SUPABASE_URL: embedded.url,
      SUPABASE_SERVICE_ROLE_KEY: embedded.serviceKey,
      SECRETS_KEY_FILE: embedded.secretsKeyFile,
      CDR_INGEST_SECRET: process.env.CDR_INGEST_SECRET?.trim() || embedded.cdrIngestSecret,
    }),
  }
}

async function build(settings: Settings): Promise<void> {
  const { distDir } = settings
  const env = buildEnvironment(settings)
  const hash = sourceHash(root, env)
  if (isBuilt(distDir, hash)) {
    console.log('The build is up to date.')
    return
  }
  await step('Building the app', 'Built the app', async () => {
    const isFirst = !existsSync(join(distDir, 'BUILD_ID'))
    mkdirSync(distDir, { recursive: true })
    clearStamp(distDir)
    const next = startNext(root, ['build'], isFirst ? { ...env, FIRST_BUILD: 'true' } : env, {
      verbose: false,
    })
    undo.push(next.stop)
    if ((await next.exited) !== 0) throw new StartError('The build failed; see the lines above.')
    writeStamp(distDir, hash)
  })
}

async function serve(settings: Settings, embedded: Backend | undefined): Promise<void> {
  const { port, dataDir } = settings
  await step('Starting the app', 'Started the app', async () => {
    const env = appEnvironment(settings, embedded)
    const next = startNext(root, [dev ? 'dev' : 'start', '-p', String(port)], env, { verbose: true })
    undo.push(rememberServer(dataDir, port, next), next.stop)
    next.exited.then((code) => {
      if (ending) return
      console.error('The app ended.')
      void end(code)
    })
    if (!(await untilListening(next, port))) await end(await next.exited)
  })
}

async function announce({ port }: Settings, embedded: Backend | undefined): Promise<void> {
  const demo = embedded ? await openDemoAccounts(embedded.databaseUrl) : []
  console.log(`\nReady at http://localhost:${port}`)
  if (embedded) {
    console.log(
      demo.length > 0
        ? `Sign in as ${demo.join(', ')}; password ${DEMO_PASSWORD}`
        : 'Sign in with your own account.',
    )
    console.log(`Emails are kept in ${embedded.outboxDir} and shown at ${embedded.url}/outbox`)
  }
  console.log('Stop with Ctrl-C.')
}

process.on('SIGINT', () => end(130))
process.on('SIGTERM', () => end(143))
process.on('SIGHUP', () => end(129))
// start.mjs was killed, so nothing else would stop this.
process.on('disconnect', () => end(1))
// When the database driver writes to a connection that has just broken, it throws where nothing can catch it.
process.on('uncaughtException', fail)
main().catch(fail)
