import { type ChildProcess, spawn } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { runningBackend } from '../../local/data-dir.ts'
import { loadSecrets } from '../../local/keys.ts'
import { TEST_APP, testBackend } from '../../scripts/lib/test-app.ts'
import { appDatabase } from './api-database.ts'

/**
 * Global setup: serves the test app, unless it runs already (`npm test` starts it once for all), and provides its database to the
 * factories. The tests' accounts and switches are removed at the end: other tests may use the same app.
 */
export default async function serveTestApp(project: TestProject): Promise<() => Promise<void>> {
  const stop = await started()
  project.provide('supabase', { ...testBackend(), serviceKey: loadSecrets(TEST_APP.dataDir).serviceKey })
  return async () => {
    try {
      await removeMade()
    } finally {
      await stop?.()
    }
  }
}

async function removeMade(): Promise<void> {
  const database = appDatabase()
  const made = "like any (array['powerless', 'made-%', 'invited-%', 'corrected-%'])"
  await database.query(`
    delete from public.members where split_part(email, '@', 1) ${made};
    delete from auth.users where split_part(email, '@', 1) ${made};
    delete from public.roles where name ${made};
    delete from public.switches where name ~ '^switch-[0-9a-f-]{36}$'`)
  await database.end()
}

async function started(): Promise<(() => Promise<void>) | undefined> {
  if (runningBackend(TEST_APP.dataDir)) return undefined
  const app: ChildProcess = spawn(process.execPath, ['scripts/test-app.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, failed) => {
    app.stdout?.on('data', (chunk: Buffer) => chunk.includes('Ready at') && ready())
    app.on('exit', () => failed(new Error('The test app did not start.')))
  })
  return async () => {
    const exited = new Promise((done) => app.once('exit', done))
    app.kill('SIGTERM')
    await exited
  }
}
