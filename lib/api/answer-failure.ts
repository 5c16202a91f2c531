import type { NextApiRequest, NextApiResponse } from 'next'
import { loggedPath } from '../service/logged-path'
import { REQUEST_ID } from '../service/request-id'
import { ApiFailure, databaseFailure, isDatabaseError } from './failure'

/**
 * Answers a route's failure: an ApiFailure as it says, a refusal of the database (throwOnError) as databaseFailure says, anything else
 * is logged and becomes 500 'Something went wrong.'.
 */
export function answerFailure(req: NextApiRequest, res: NextApiResponse, thrown: unknown): void {
  const error = isDatabaseError(thrown) ? databaseFailure(thrown) : thrown
  if (error instanceof ApiFailure) {
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
  const how = id ? ` If you report this, name request ${id}.` : ''
  res.status(500).json({ message: `Something went wrong.${how}` })
}
