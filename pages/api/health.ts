import type { NextApiRequest, NextApiResponse } from 'next'

/** GET /api/health: 200 {alive: true} as long as this server answers at all. For whatever restarts it when it does not. */
export default function health(_req: NextApiRequest, res: NextApiResponse): void {
  res.setHeader('Cache-Control', 'no-store')
  res.json({ alive: true })
}
