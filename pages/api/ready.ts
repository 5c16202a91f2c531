import type { NextApiRequest, NextApiResponse } from 'next'
import { readinessOf, sharedReadiness } from '@/lib/server/readiness'
import { adminClient } from '@/lib/supabase/admin-client'
import { serverVault } from '@/lib/vault/server-vault'

const UNAVAILABLE = { database: false, storage: false, migrations: false, secrets: false }

const readiness = sharedReadiness(async () => {
  const admin = adminClient()
  return admin ? readinessOf(admin, process.env.SCHEMA_VERSION ?? '', serverVault) : UNAVAILABLE
})

/**
 * GET /api/ready: whether this server can serve requests: 200 {database, storage, migrations, secrets}, all true, or 503 with what is
 * missing. For load balancers. Contains no data, so it needs no session; an answer is shared for a second.
 */
export default async function ready(_req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  const found = await readiness()
  res.status(Object.values(found).every(Boolean) ? 200 : 503).json(found)
}
