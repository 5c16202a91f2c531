import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { TOGETHER } from '../database/required-permissions'
import { givenCalls } from './function-examples'
import { type FunctionProbe, functionProbes } from './function-probe'
import { type Actor, makeActors, makeProbes, type TableProbe } from './permission-probe'

/** A transaction with an actor for each permission, and the probes to try as them. */
export interface RightsSession {
  client: pg.Client
  actors: Actor[]
  probes: TableProbe[]
  functions: FunctionProbe[]
}

/** Opens one before a file's tests and rolls it back after them. */
export function rightsSession(): () => RightsSession {
  let session: RightsSession | undefined
  beforeAll(async () => {
    const client = new pg.Client({
      connectionString: inject('supabase').databaseUrl,
      application_name: 'tests',
    })
    await client.connect()
    await client.query('begin')
    const actors = await makeActors(client, TOGETHER)
    const probes = await makeProbes(client, actors)
    const functions = await functionProbes(client, await givenCalls())
    session = { client, actors, probes, functions }
  })
  afterAll(async () => {
    await session?.client.query('rollback')
    await session?.client.end()
  })
  return () => {
    if (!session) throw new Error('The session is opened before the tests.')
    return session
  }
}
