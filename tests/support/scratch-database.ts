import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { inject } from 'vitest'
import { createLite } from '@/local/api'
import { applyMigrations, seedOnce } from '@/local/migrations'
import { ensureAuthFunctions, ensureSchemas } from '@/local/roles'
import { ensureStorageSchema } from '@/local/storage/schema'
import { clusterOwnerUrl, withDatabase } from './database'

/** A separate database, for tests that need a whole one. */
export interface ScratchDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates a database like the embedded backend's own: system schemas, migrations, and optionally the seed. */
export async function createScratchDatabase(options: { seed: boolean }): Promise<ScratchDatabase> {
  const { databaseUrl, anonKey, serviceKey } = inject('supabase')
  const name = `scratch_${randomBytes(6).toString('hex')}`
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const drop = () =>
    // As the cluster owner, because only they may end a running autovacuum.
    withDatabase(
      async (client) => void (await client.query(`drop database ${name} with (force)`)),
      clusterOwnerUrl(),
    )
  await withDatabase((client) => client.query(`create database ${name} template template0`))
  try {
    await withDatabase(async (client) => {
      await ensureSchemas(client)
      await ensureStorageSchema(client)
      await prepareAuth({ databaseUrl: url.href, anonKey, serviceKey })
      await ensureAuthFunctions(client)
      const supabaseDir = resolve(import.meta.dirname, '../../supabase')
      await applyMigrations(client, `${supabaseDir}/migrations`)
      await seedOnce(client, `${supabaseDir}/seed.sql`, options.seed)
    }, url.href)
  } catch (error) {
    await drop()
    throw error
  }
  return { url: url.href, drop }
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
