import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { functionMutants } from '../support/function-mutants'
import { tenantMutants } from '../support/tenant-mutants'
import { triggerMutants } from '../support/trigger-mutants'
import { TENANT_CHECKS, TRIGGERS } from './database-survivors'
import { SURVIVORS } from './survivors'

/** A test that a mutant is expected to fail. */
const NAMED = /^(tests\/database\/[\w-]+\.test\.ts) fails with it$/

const { url, anonKey, serviceKey, databaseUrl } = inject('supabase')
const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tests' })
const runner = fork(join(import.meta.dirname, '../support/test-runner.ts'), {
  env: {
    ...process.env,
    TEST_SUPABASE_URL: url,
    TEST_ANON_KEY: anonKey,
    TEST_SERVICE_KEY: serviceKey,
    TEST_DATABASE_URL: databaseUrl,
  },
})
/** Each mutant by name. */
let sqlOf: Map<string, string>
beforeAll(async () => {
  await client.connect()
  const changes = await Promise.all([triggerMutants(client), tenantMutants(client), functionMutants(client)])
  sqlOf = new Map(changes.flat().map(({ name, sql }) => [name, sql]))
  await once(runner, 'message')
})
afterAll(async () => {
  runner.disconnect()
  await client.end()
})

const failing = async (path: string): Promise<string[]> => {
  runner.send(path)
  return (await once(runner, 'message'))[0]
}

const named = Object.entries({ ...TRIGGERS, ...TENANT_CHECKS, ...SURVIVORS }).flatMap(([name, why]) => {
  const path = NAMED.exec(why)?.[1]
  return path && `${path}: ${name}`.includes(process.env.ONLY ?? '') ? [{ name, path }] : []
})

test.each(named)('$path fails with $name', async ({ name, path }) => {
  const change = sqlOf.get(name)
  if (!change) throw new Error('There is no such change.')
  const undo = await asItWas(name)
  await client.query(change)
  try {
    expect(await failing(path)).not.toEqual([])
  } finally {
    await client.query(undo)
  }
})

// A failed test may make later ones fail, which says nothing about their mutants.
test.each([...new Set(named.map(({ path }) => path))])('%s passes without any', async (path) => {
  expect(await failing(path)).toEqual([])
})

/** SQL that restores the mutated trigger or function. */
async function asItWas(name: string): Promise<string> {
  const [, table, trigger] = /^(\S+): without (\w+)$/.exec(name) ?? []
  const { rows } = trigger
    ? await client.query<{ text: string }>(
        'select pg_get_triggerdef(t.oid) as text from pg_trigger t where t.tgrelid = $1::regclass and t.tgname = $2',
        [table, trigger],
      )
    : await client.query<{ text: string }>(
        `select pg_get_functiondef(p.oid) as text from pg_proc p where p.pronamespace::regnamespace || '.' || p.proname = $1`,
        [name.slice(0, name.indexOf(':'))],
      )
  return rows.map(({ text }) => text).join(';\n')
}
