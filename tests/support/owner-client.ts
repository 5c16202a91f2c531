import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

/** A connection as the owner of the schema, in a transaction that is rolled back after the tests of a file. */
export function ownerClient(): () => pg.Client {
  let client: pg.Client | undefined
  beforeAll(async () => {
    client = new pg.Client({ connectionString: inject('supabase').databaseUrl, application_name: 'tests' })
    await client.connect()
    await client.query('begin')
  })
  afterAll(async () => {
    await client?.query('rollback')
    await client?.end()
  })
  return () => {
    if (!client) throw new Error('The connection is opened before the tests.')
    return client
  }
}
