import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

/** A switch with its secret, as its requests authenticate. */
export interface MadeSwitch {
  id: string
  name: string
  secret: string
  /** `Basic …` */
  authorization: string
}

/** Adds a switch for all tenants, or for those given by their ids. */
export async function newSwitch(
  database: pg.Pool,
  tenants: 'all' | readonly string[] = 'all',
): Promise<MadeSwitch> {
  const made = { id: randomUUID(), name: `switch-${randomUUID()}`, secret: randomBytes(32).toString('hex') }
  await database.query(
    `insert into public.switches (id, name, address, all_tenants) values ($1, $2, '127.0.0.1', $3)`,
    [made.id, made.name, tenants === 'all'],
  )
  for (const tenant of tenants === 'all' ? [] : tenants) {
    await database.query('insert into public.switch_tenants (switch_id, tenant_id) values ($1, $2)', [
      made.id,
      tenant,
    ])
  }
  await database.query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
    made.id,
    createHash('sha256').update(made.secret).digest('hex'),
  ])
  const authorization = `Basic ${Buffer.from(`${made.name}:${made.secret}`).toString('base64')}`
  return { ...made, authorization }
}
