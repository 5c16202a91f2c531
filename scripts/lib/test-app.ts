import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { runningBackend } from '../../local/data-dir.ts'
import { EMBEDDED_ANON_KEY } from '../../local/keys.ts'

const root = resolve(import.meta.dirname, '../..')

/** How many end-to-end tests run at a time, each with its own server, backend and database: a lane. */
export const LANES = 3

/** The ports of lane 0; each further lane uses the next ones. Below 32768, where systems start to assign ports at random. */
const PORTS = {
  app: Number(process.env.TEST_APP_PORT || 3210),
  supabase: Number(process.env.TEST_APP_SUPABASE_PORT || 24_421),
}

/** The test app's metrics token. */
export const METRICS_TOKEN = 'the-metrics-token-of-the-test-app'

/** The app as the tests of one lane see it. */
export interface TestApp {
  /** The URL of the lane's server. */
  url: string
  port: number
  supabasePort: number
  /** The origin of the API that is built into the app: lane 0's. A browser of another lane maps it to its own. */
  builtInSupabaseUrl: string
  dataDir: string
  distDir: string
  cdrIngestSecret: string
}

/** The app of a lane, counted from 0. */
export function testApp(lane: number): TestApp {
  const port = PORTS.app + lane
  return {
    url: `http://localhost:${port}`,
    port,
    supabasePort: PORTS.supabase + lane,
    builtInSupabaseUrl: `http://127.0.0.1:${PORTS.supabase}`,
    dataDir: resolve(root, lane === 0 ? '.local/test' : `.local/test-${lane}`),
    distDir: '.next-test',
    cdrIngestSecret: 'the-cdr-secret-of-the-test-app',
  }
}

/**
 * The app that this process's tests run against: the production build on ports, a data directory and a build folder of
 * its own, so that a running development server and its data stay untouched. TEST_APP_PORT and TEST_APP_SUPABASE_PORT
 * move it where its ports are taken. Playwright numbers its workers in TEST_PARALLEL_INDEX; API tests use lane 0.
 */
export const TEST_APP = testApp(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** How many lanes are being served now, from lane 0 on. */
export function servedLanes(): number {
  let lanes = 0
  while (runningBackend(testApp(lanes).dataDir)?.url) lanes++
  return lanes
}

/** Every variable in .env.example, empty: what .env.local or .env says fills in only those that are not there. */
const NO_SETTINGS = Object.fromEntries(
  Object.keys(parseEnv(readFileSync(resolve(root, '.env.example'), 'utf8'))).map((name) => [name, '']),
)

/** The environment in which the test app is built and served, without any setting of a real project. */
export function testAppEnvironment(app: TestApp = TEST_APP): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...NO_SETTINGS,
    PORT: String(app.port),
    SUPABASE_PORT: String(app.supabasePort),
    LOCAL_DATA_DIR: app.dataDir,
    NEXT_DIST_DIR: app.distDir,
    NEXT_PUBLIC_SUPABASE_URL: app.builtInSupabaseUrl,
    NEXT_PUBLIC_SUPABASE_ANON_KEY: EMBEDDED_ANON_KEY,
    // One build serves every lane, so no lane's address may be part of it.
    NEXT_PUBLIC_SITE_URL: '',
    CDR_INGEST_SECRET: app.cdrIngestSecret,
    METRICS_TOKEN: METRICS_TOKEN,
    // Each test has its own client address, as a proxy in front of the app would report it.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    // Tests may run through a pool (docs/scale.md).
    PGBOUNCER: process.env.PGBOUNCER ?? '',
  }
}

/** Where the running test app's backend is reached; throws when it does not run. */
export function testBackend(): { url: string; anonKey: string; databaseUrl: string } {
  const running = runningBackend(TEST_APP.dataDir)
  if (!running?.url || !running.databaseUrl) throw new Error('The test app is not running.')
  return { url: running.url, anonKey: EMBEDDED_ANON_KEY, databaseUrl: running.databaseUrl }
}
