import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../lib/supabase/database.types.ts'
import { runningBackend } from '../../local/data-dir.ts'
import { DEMO_PASSWORD, EMBEDDED_ANON_KEY } from '../../local/keys.ts'
import { SMALL_HEAP } from '../../scripts/lib/small-heap.mjs'
import { sessionCookie } from '../../tests/support/api-session.ts'

const root = resolve(import.meta.dirname, '../..')
/** Port of the measured app: 3220, or BENCH_PORT. */
export const BENCH_PORT = Number(process.env.BENCH_PORT ?? 3220)
/** Port of its backend: 54521, or BENCH_SUPABASE_PORT. */
export const BENCH_SUPABASE_PORT = Number(process.env.BENCH_SUPABASE_PORT ?? 54_521)
/** Data directory of the measured app: .local/bench, or BENCH_DATA_DIR. */
export const BENCH_DATA_DIR = resolve(root, process.env.BENCH_DATA_DIR || '.local/bench')

export interface BenchApp {
  url: string
  databaseUrl: string
  stop: () => Promise<void>
}

/**
 * Serves the production build on ports, a data directory and a build folder of its own; the data stay for the next
 * measurement. Rejects when the app does not start. An app that already runs on that directory is used if BENCH_URL names it.
 */
export async function startBenchApp(): Promise<BenchApp> {
  const running = process.env.BENCH_URL && runningBackend(BENCH_DATA_DIR)?.databaseUrl
  if (process.env.BENCH_URL && running) {
    return { url: process.env.BENCH_URL, databaseUrl: running, stop: async () => undefined }
  }
  const child = spawn(process.execPath, [...SMALL_HEAP, join(root, 'scripts/start.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(BENCH_PORT),
      SUPABASE_PORT: String(BENCH_SUPABASE_PORT),
      LOCAL_DATA_DIR: BENCH_DATA_DIR,
      NEXT_DIST_DIR: '.next-bench',
      NEXT_PUBLIC_SUPABASE_URL: `http://127.0.0.1:${BENCH_SUPABASE_PORT}`,
      NEXT_PUBLIC_SUPABASE_ANON_KEY: EMBEDDED_ANON_KEY,
      NEXT_PUBLIC_SITE_URL: `http://localhost:${BENCH_PORT}`,
      NEXT_PUBLIC_POSTHOG_KEY: '',
      NEXT_PUBLIC_SENTRY_DSN: '',
    },
  })
  const url = `http://localhost:${BENCH_PORT}`
  const serves = () =>
    fetch(`${url}/login`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await serves())) {
    if (child.exitCode !== null) throw new Error('The app did not start; see the lines above.')
    await new Promise((wait) => setTimeout(wait, 500))
  }
  const databaseUrl = runningBackend(BENCH_DATA_DIR)?.databaseUrl
  if (!databaseUrl) throw new Error('The backend did not say where its database is.')
  return {
    url,
    databaseUrl,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** A client of the running app's backend, signed in. */
export async function signedInClient(email: string): Promise<SupabaseClient<Database>> {
  const client = createClient<Database>(runningBackend(BENCH_DATA_DIR)?.url ?? '', EMBEDDED_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw error
  return client
}

/** The Cookie header of a tech's session. */
export function signedInCookie(): Promise<string> {
  return sessionCookie(runningBackend(BENCH_DATA_DIR)?.url ?? '', EMBEDDED_ANON_KEY, 'tech@demo.test')
}
