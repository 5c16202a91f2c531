import type { NextApiRequest, NextApiResponse } from 'next'
import { GENERIC_FAILURE } from '../errors'
import { loggedPath } from '../server/logged-path'
import { REQUEST_ID } from '../server/request-id'
import { ApiFailure, databaseFailure, isDatabaseError, REFUSAL } from './failure'

/**
 * Answers a failed request: an ApiFailure with its own status, a database refusal (throwOnError) through databaseFailure; anything
 * else is logged and becomes 500 'Something went wrong.'. For machines that retry, `again` is sent as a 503 in place of any failure
 * other than an ApiFailure.
 */
export function answerFailure(
  req: NextApiRequest,
  res: NextApiResponse,
  thrown: unknown,
  again?: string,
): void {
  const error = isDatabaseError(thrown) && again === undefined ? databaseFailure(thrown) : thrown
  if (error instanceof ApiFailure) {
    res.setHeader(REFUSAL, 'app')
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
    res.status(error.status).json({ message: error.message, issues: error.issues, code: error.code })
    return
  }
  // Log only the path and the error's message: query strings, keys of links, cookies and bodies may hold secrets or personal data.
  const path = loggedPath(req.url)
  const id = res.getHeader(REQUEST_ID)
  console.error(
    `${id ? `Request ${id}: ` : ''}${req.method} ${path} failed:`,
    error instanceof Error ? (error.stack ?? error.message) : error,
  )
  if (again !== undefined) return res.status(503).json({ message: again })
  const how = id ? ` If you report this, name request ${id}.` : ''
  res.status(500).json({ message: GENERIC_FAILURE + how })
}
