import type { NextApiRequest, NextApiResponse } from 'next'

/** GET /api/health: 200 {alive: true} while this server responds at all. For whatever restarts it otherwise. */
export default function health(_req: NextApiRequest, res: NextApiResponse): void {
  res.setHeader('Cache-Control', 'no-store')
  res.json({ alive: true })
}
