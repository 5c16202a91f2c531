import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startBackend } from '../../local/backend.ts'
import { freePort } from '../../local/free-port.ts'

/** The backend shared by all tests of a run. */
export interface TestBackend {
  url: string
  anonKey: string
  serviceKey: string
  /** The database URL of the role that owns the schema. */
  databaseUrl: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    supabase: TestBackend
  }
}

/**
 * Global setup: provides `supabase`, a seeded backend. It is the one named by TEST_SUPABASE_URL, TEST_ANON_KEY,
 * TEST_SERVICE_KEY and TEST_DATABASE_URL when all four are set (an embedded backend, and the tests leave rows in
 * it), else one of its own on a free port, removed after the run.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = fromEnvironment(process.env)
  if (given) {
    project.provide('supabase', given)
    return undefined
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'voice-database-'))
  // When started by root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o755)
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const backend = await startBackend({
      dataDir,
      port: await freePort(),
      siteUrl: 'http://127.0.0.1:3000',
      // The data is deleted after the run, so nothing needs to be synced to disk.
      postgres: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        // Each worker has connections of its own.
        max_connections: '200',
      },
    })
    const { url, anonKey, serviceKey, databaseUrl } = backend
    await createMonths(databaseUrl)
    project.provide('supabase', { url, anonKey, serviceKey, databaseUrl })
    return async () => {
      await backend.stop()
      remove()
    }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * Makes the months that several test files store calls in: a call on its way to the default partition is refused while its month is made.
 */
async function createMonths(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`select private.create_cdr_partitions('2025-12-01', '2026-03-01'),
      private.create_cdr_partitions((now() - interval '3 months')::date, now()::date)`)
  } finally {
    await client.end()
  }
}

function fromEnvironment(env: NodeJS.ProcessEnv): TestBackend | undefined {
  const {
    TEST_SUPABASE_URL: url,
    TEST_ANON_KEY: anonKey,
    TEST_SERVICE_KEY: serviceKey,
    TEST_DATABASE_URL: databaseUrl,
  } = env
  return url && anonKey && serviceKey && databaseUrl ? { url, anonKey, serviceKey, databaseUrl } : undefined
}
