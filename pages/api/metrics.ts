import type { NextApiRequest, NextApiResponse } from 'next'
import { metricsText } from '@/lib/server/metrics'
import { ownReadiness } from '@/lib/server/own-readiness'
import { sameSecret } from '@/lib/server/same-secret'
import { serverEnv } from '@/lib/server/server-env'

/**
 * GET /api/metrics: this server's metrics for Prometheus, with `Authorization: Bearer <METRICS_TOKEN>`. 401 without the token; 404
 * if none is set.
 */
export default async function metrics(req: NextApiRequest, res: NextApiResponse): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  const token = serverEnv().METRICS_TOKEN
  if (!token) {
    res.status(404).json({ message: 'Not found.' })
  } else if (!sameSecret(req.headers.authorization ?? '', `Bearer ${token}`)) {
    res.setHeader('WWW-Authenticate', 'Bearer')
    res.status(401).json({ message: 'Send the metrics token.' })
  } else {
    res.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    res.send(metricsText(await ownReadiness()))
  }
}
