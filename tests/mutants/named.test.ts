import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBackend } from '@/local/backend'
import { freePort } from '@/local/free-port'
import type { TestBackend } from '../support/backend'
import { withDatabase } from '../support/database'
import type { Run } from '../support/test-runner'
import { TENANT_CHECKS, TRIGGERS } from './support/database-survivors'
import { functionMutants } from './support/function-mutants'
import { SURVIVORS } from './support/survivors'
import { tenantMutants } from './support/tenant-mutants'
import { triggerMutants } from './support/trigger-mutants'

/** A test that a mutant is expected to fail. */
const NAMED = /^(tests\/database\/[\w-]+\.test\.ts) fails with it$/

const runner = fork(join(import.meta.dirname, '../support/test-runner.ts'))
/** Holds a backend's data as they are before any test, and the copy that is in use. */
const folder = mkdtempSync(join(tmpdir(), 'voice-named-'))
const [fresh, used] = [join(folder, 'fresh'), join(folder, 'used')]
/** Each change by its name. */
let sqlOf: Map<string, string>
beforeAll(async () => {
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const changes = await withDatabase(async (client) => [
    ...(await triggerMutants(client)),
    ...(await tenantMutants(client)),
    ...(await functionMutants(client)),
  ])
  sqlOf = new Map(changes.map(({ name, sql }) => [name, sql]))
  await (await backendOn(fresh)).stop()
  await once(runner, 'message')
})
afterAll(() => {
  runner.disconnect()
  rmSync(folder, { recursive: true, force: true })
})

const backendOn = async (dataDir: string) =>
  startBackend({
    dataDir,
    port: await freePort(),
    siteUrl: 'http://127.0.0.1:3000',
    postgres: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })

/** The tests of a file that fail on data of its own with a change, or without any: what a failed test leaves says nothing of others. */
async function failing(path: string, change?: string): Promise<string[]> {
  rmSync(used, { recursive: true, force: true })
  // PostgreSQL takes its files only from their owner.
  execFileSync('cp', ['-a', fresh, used])
  const backend = await backendOn(used)
  try {
    if (change !== undefined) await withDatabase((client) => client.query(change), backend.databaseUrl)
    const { url, anonKey, serviceKey, databaseUrl } = backend satisfies TestBackend
    runner.send({ path, backend: { url, anonKey, serviceKey, databaseUrl } } satisfies Run)
    return (await once(runner, 'message'))[0]
  } finally {
    await backend.stop()
  }
}

const named = Object.entries({ ...TRIGGERS, ...TENANT_CHECKS, ...SURVIVORS }).flatMap(([name, why]) => {
  const path = NAMED.exec(why)?.[1]
  return path && `${path}: ${name}`.includes(process.env.ONLY ?? '') ? [{ name, path }] : []
})

test.each(named)('$path fails with $name', async ({ name, path }) => {
  const change = sqlOf.get(name)
  if (!change) throw new Error('There is no such change.')
  expect(await failing(path, change)).not.toEqual([])
})

test.each([...new Set(named.map(({ path }) => path))])('%s passes without any change', async (path) => {
  expect(await failing(path)).toEqual([])
})
