import type { NextApiRequest, NextApiResponse } from 'next'
import { ownReadiness } from '@/lib/server/own-readiness'

/**
 * GET /api/ready: whether this server can serve requests: 200 {database, storage, migrations, secrets, writable}, all true but perhaps
 * the last, or 503 with what is missing, also `serviceKey`. For load balancers. Contains no data, so it needs no session; an answer is
 * shared for a second.
 */
export default async function ready(_req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  const found = await ownReadiness()
  const { writable: _, ...needed } = found
  res.status(Object.values(needed).every(Boolean) ? 200 : 503).json(found)
}
