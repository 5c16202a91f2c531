import { resolve } from 'node:path'
import { runningBackend } from '../../local/data-dir.ts'
import { EMBEDDED_ANON_KEY } from '../../local/keys.ts'

const root = resolve(import.meta.dirname, '../..')

const port = Number(process.env.TEST_APP_PORT || 3210)

/**
 * The app that API and end-to-end tests run against: the production build on ports, a data directory and a build
 * folder of its own, so that a running development server and its data stay untouched. TEST_APP_PORT and
 * TEST_APP_SUPABASE_PORT move it where its ports are taken.
 */
export const TEST_APP = {
  url: `http://localhost:${port}`,
  port,
  supabasePort: Number(process.env.TEST_APP_SUPABASE_PORT || 54_421),
  dataDir: resolve(root, '.local/test'),
  distDir: '.next-test',
  cdrIngestSecret: 'the-cdr-secret-of-the-test-app',
} as const

/** The environment in which scripts/start.ts serves the test app. Nothing of a real project is let through. */
export function testAppEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PORT: String(TEST_APP.port),
    SUPABASE_PORT: String(TEST_APP.supabasePort),
    LOCAL_DATA_DIR: TEST_APP.dataDir,
    NEXT_DIST_DIR: TEST_APP.distDir,
    NEXT_PUBLIC_SUPABASE_URL: `http://127.0.0.1:${TEST_APP.supabasePort}`,
    NEXT_PUBLIC_SUPABASE_ANON_KEY: EMBEDDED_ANON_KEY,
    NEXT_PUBLIC_SITE_URL: TEST_APP.url,
    CDR_INGEST_SECRET: TEST_APP.cdrIngestSecret,
    NEXT_PUBLIC_POSTHOG_KEY: '',
    NEXT_PUBLIC_SENTRY_DSN: '',
  }
}

/** Where the running test app's backend is reached; throws when it does not run. */
export function testBackend(): { url: string; anonKey: string; databaseUrl: string } {
  const running = runningBackend(TEST_APP.dataDir)
  if (!running?.url || !running.databaseUrl) throw new Error('The test app is not running.')
  return { url: running.url, anonKey: EMBEDDED_ANON_KEY, databaseUrl: running.databaseUrl }
}
