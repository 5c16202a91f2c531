import type { SupabaseClient } from '@supabase/supabase-js'
import type { NextApiHandler, NextApiRequest, NextApiResponse } from 'next'
import { answerFailure } from '../api/answer-failure'
import { ApiFailure, requireMethod } from '../api/failure'
import { createSharedLimiter } from '../api/shared-limiter'
import { networkOf } from '../server/client-address'
import { requestAddress } from '../server/request-address'
import { requireAdminClient } from '../supabase/admin-client'
import type { Database } from '../supabase/database.types'
import { isUuid } from '../validation/uuid'

interface QuoteCall {
  req: NextApiRequest
  res: NextApiResponse
  /** Uses the server's own rights, because the link itself grants access to the quote. */
  admin: SupabaseClient<Database>
  key: string
}

const takeTurn = createSharedLimiter('quotes by', { times: 60, withinSeconds: 60 })

/**
 * A route for anyone with a quote's link, without a session. 404 for an invalid key, 405 for another method, 429 after too many
 * requests, 503 without the server's service key.
 */
export function publicQuoteRoute(
  methods: readonly string[],
  handle: (call: QuoteCall) => Promise<void>,
): NextApiHandler {
  return async (req, res) => {
    res.setHeader('Cache-Control', 'private, no-store')
    res.setHeader('X-Robots-Tag', 'noindex')
    try {
      requireMethod(req, ...methods)
      await takeTurn(networkOf(requestAddress(req)))
      const admin = requireAdminClient('Quotes cannot be shown')
      const key = String(req.query.key)
      if (!isUuid(key)) throw new ApiFailure(404, 'Quote not found.')
      await handle({ req, res, admin, key })
    } catch (error) {
      answerFailure(req, res, error)
    }
  }
}
