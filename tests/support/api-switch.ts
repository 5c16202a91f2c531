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
  const made = { id: randomUUID(), name: `switch-${randomUUID()}` }
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
  return { ...made, ...(await newSecret(database, made)) }
}

/** Gives a switch that has none a secret. */
export async function newSecret(
  database: pg.Pool,
  { id, name }: Pick<MadeSwitch, 'id' | 'name'>,
): Promise<Pick<MadeSwitch, 'secret' | 'authorization'>> {
  const secret = randomBytes(32).toString('hex')
  await database.query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
    id,
    createHash('sha256').update(secret).digest('hex'),
  ])
  return { secret, authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` }
}

/** The domain of the demo tenant whose phone `demoPhone` is. */
export const DEMO_DOMAIN = 'granite-peak-outfitters.pbx.example'

/** A tenant of the demo data, and one of its extensions that takes calls. */
export async function demoPhone(
  database: pg.Pool,
): Promise<{ tenant: string; phone: { id: string; extension: string } }> {
  const { rows } = await database.query<{ id: string; extension: string; tenant: string }>(
    `select e.id, e.extension, t.id as tenant from public.extensions e join public.tenants t on t.id = e.tenant_id
     where t.domain = $1 and e.enabled and not e.suspended and not e.do_not_disturb order by e.extension limit 1`,
    [DEMO_DOMAIN],
  )
  const [phone] = rows
  if (!phone) throw new Error('The demo data has no such extension.')
  return { tenant: phone.tenant, phone }
}
