import { createHash, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database, Json } from '../../lib/supabase/database.types'
import { test as base, type Rows, tenantCode } from './rows'

/** A tenant on a switch that reports its calls like an agent. */
interface Served {
  tenant: string
  switchId: string
  /** The switch's name and secret. */
  name: string
  secret: string
  /** Its extension 1001. */
  extension: string
  /** Reports calls, including ended ones. */
  tell: (calls: readonly Record<string, Json>[], gone?: string[]) => Promise<void>
}

export const test = base.extend<{ served: (name: string) => Promise<Served> }>({
  served: async ({ service, rows, database }, use) => {
    const switches: string[] = []
    await use(async (name) => {
      const served = await serve(service, rows, name)
      switches.push(served.switchId)
      await database.query('insert into private.switch_secrets (switch_id, sha256) values ($1, $2)', [
        served.switchId,
        createHash('sha256').update(served.secret).digest('hex'),
      ])
      return served
    })
    await service.from('switches').delete().in('id', switches).throwOnError()
  },
})

async function serve(service: SupabaseClient<Database>, rows: Rows, name: string): Promise<Served> {
  const tenant = await rows.tenant(name)
  const trial = `trial-${randomUUID()}`
  const { data } = await service
    .from('switches')
    .insert({ name: trial, address: '192.0.2.10' })
    .select('id')
    .single()
    .throwOnError()
  const extension = await rows.add('extensions', { tenant_id: tenant, extension: '1001' })
  const run = randomUUID()
  let report = 0
  return {
    tenant,
    switchId: data.id,
    name: trial,
    secret: randomUUID(),
    extension,
    async tell(calls, gone = []) {
      report += 1
      const at = new Date(Date.now() - 5000).toISOString()
      const told = calls.map((call) => ({
        domain: `${tenantCode(tenant)}.pbx.example`,
        direction: 'inbound',
        caller_name: 'Ada Byron',
        called_number: '+12075550140',
        state: 'talking',
        started_at: at,
        state_at: at,
        ...call,
      }))
      await service
        .rpc('store_live_calls', { switch: data.id, run, report, whole: report === 1, calls: told, gone })
        .throwOnError()
    },
  }
}
