import type { NextApiRequest, NextApiResponse } from 'next'
import { readinessOf } from '@/lib/server/readiness'
import { adminClient } from '@/lib/supabase/admin-client'
import { serverVault } from '@/lib/vault/server-vault'

/**
 * GET /api/ready: whether this server can serve requests: 200 {database, storage, migrations, secrets}, all true, or 503 with what is
 * missing. For load balancers. Contains no data, so it needs no session.
 */
export default async function ready(_req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  const admin = adminClient()
  const readiness = admin
    ? await readinessOf(admin, process.env.SCHEMA_VERSION ?? '', serverVault)
    : { database: false, storage: false, migrations: false, secrets: false }
  res.status(Object.values(readiness).every(Boolean) ? 200 : 503).json(readiness)
}
