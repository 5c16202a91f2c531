import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { createLite } from '@/local/lite'
import { applyMigrations, seedOnce } from '@/local/migrations'
import { ensureAuthFunctions, ensureSchemas } from '@/local/roles'
import { ensureStorageSchema } from '@/local/storage/schema'
import { clusterOwnerUrl, disconnect, withDatabase } from './database'

/** A separate database, for tests that need a whole one. */
export interface ScratchDatabase {
  url: string
  drop(): Promise<void>
}

const MIGRATIONS = resolve(import.meta.dirname, '../../supabase/migrations')
const SEED = resolve(import.meta.dirname, '../../supabase/seed.sql')

/**
 * Creates a database like the embedded backend's own: system schemas, migrations, and optionally the seed, which is copied from a
 * database that has it unless it is to be loaded anew.
 */
export async function createScratchDatabase(options: { seed: boolean | 'anew' }): Promise<ScratchDatabase> {
  const name = `scratch_${randomBytes(6).toString('hex')}`
  const url = urlOf(name)
  async function drop() {
    await disconnect(url)
    // As the cluster owner, because only they may end a running autovacuum.
    await withDatabase((client) => client.query(`drop database ${name} with (force)`), clusterOwnerUrl())
  }
  await withDatabase(async (client) => {
    // One file at a time: the first makes the template, which nobody may be connected to when it is copied.
    await client.query("select pg_advisory_lock(hashtext('scratch databases'))")
    const template = options.seed === true ? await seeded(client) : await migrated(client)
    await client.query(`create database ${name} template ${template}`)
  })
  try {
    await withDatabase((client) => seedOnce(client, SEED, options.seed !== false), url)
  } catch (error) {
    await drop()
    throw error
  }
  return { url, drop }
}

function urlOf(database: string): string {
  const url = new URL(inject('supabase').databaseUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The name of the database with the migrations of this checkout. */
async function migrated(client: pg.Client): Promise<string> {
  const files = readdirSync(MIGRATIONS).sort()
  return template(
    client,
    'migrated',
    files.map((file) => `${MIGRATIONS}/${file}`),
    'template0',
    async (url) => {
      const { anonKey, serviceKey } = inject('supabase')
      await withDatabase(async (made) => {
        await ensureSchemas(made)
        await ensureStorageSchema(made)
        await prepareAuth({ databaseUrl: url, anonKey, serviceKey })
        await ensureAuthFunctions(made)
        await applyMigrations(made, MIGRATIONS)
      }, url)
    },
  )
}

/** The name of the database with the migrations and the seed of this checkout. */
async function seeded(client: pg.Client): Promise<string> {
  const from = await migrated(client)
  return template(client, `${from}_seeded`, [SEED], from, async (url) => {
    await withDatabase((made) => seedOnce(made, SEED, true), url)
  })
}

/** The database for these files, made from another one when it is missing. */
async function template(
  client: pg.Client,
  kind: string,
  files: readonly string[],
  from: string,
  make: (url: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  const name = `${kind}_${hash.digest('hex').slice(0, 12)}`
  const known = await client.query('select from pg_database where datname = $1', [name])
  if (known.rowCount) return name
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished}`)
  await client.query(`create database ${unfinished} template ${from}`)
  await make(urlOf(unfinished))
  await client.query(`alter database ${unfinished} rename to ${name}`)
  return name
}

async function prepareAuth(keys: {
  databaseUrl: string
  anonKey: string
  serviceKey: string
}): Promise<void> {
  // Nobody signs in here and no email is sent.
  const lite = createLite({
    ...keys,
    jwtSecret: 'unused',
    siteUrl: 'http://127.0.0.1',
    apiUrl: 'http://127.0.0.1',
    outboxDir: '',
  })
  try {
    await lite.prepare()
  } finally {
    await lite.close()
  }
}
