import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** A switch for all tenants, with its secret. */
export interface BenchSwitch {
  id: string
  name: string
  secret: string
  /** Deletes it with everything it reported. */
  remove(): Promise<unknown>
}

/** A switch that serves all tenants, with a secret of its own, straight into the database. */
export async function addSwitch(database: pg.Client): Promise<BenchSwitch> {
  const name = `bench-${randomBytes(3).toString('hex')}`
  const secret = randomBytes(32).toString('hex')
  const { rows } = await database.query<{ id: string }>(
    "insert into public.switches (name, address) values ($1, '192.0.2.10') returning id",
    [name],
  )
  const id = rows[0]?.id ?? ''
  await database.query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
    id,
    createHash('sha256').update(secret).digest('hex'),
  ])
  return {
    id,
    name,
    secret,
    remove: () => database.query('delete from public.switches where id = $1', [id]),
  }
}
