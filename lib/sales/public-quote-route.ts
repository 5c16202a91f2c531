import type { SupabaseClient } from '@supabase/supabase-js'
import type { NextApiHandler, NextApiRequest, NextApiResponse } from 'next'
import { answerFailure } from '../api/answer-failure'
import { ApiFailure } from '../api/failure'
import { createSharedLimiter } from '../api/shared-limiter'
import { clientAddress } from '../client-address'
import { serverEnv } from '../server-env'
import { adminClient } from '../supabase/admin-client'
import type { Database } from '../supabase/database.types'
import { isUuid } from '../validation/uuid'

interface QuoteCall {
  req: NextApiRequest
  res: NextApiResponse
  /** With the server's own rights: the link is the right to read the quote. */
  admin: SupabaseClient<Database>
  key: string
}

const waitOf = createSharedLimiter('quotes by', { times: 60, withinSeconds: 60 })

/**
 * A route for whoever holds the link of a quote, without a session. 404 for what is no key, 405 for another method, 429 after too
 * many requests, 503 without the server's own key.
 */
export function publicQuoteRoute(
  methods: readonly string[],
  handle: (call: QuoteCall) => Promise<void>,
): NextApiHandler {
  return async (req, res) => {
    res.setHeader('Cache-Control', 'private, no-store')
    res.setHeader('X-Robots-Tag', 'noindex')
    try {
      if (!methods.includes(req.method ?? '')) {
        res.setHeader('Allow', methods.join(', '))
        throw new ApiFailure(405, `Use ${methods.join(' or ')}.`)
      }
      const wait = await waitOf(
        clientAddress(req.socket.remoteAddress, req.headers['x-forwarded-for'], serverEnv().TRUSTED_PROXIES),
      )
      if (wait) {
        res.setHeader('Retry-After', String(wait))
        throw new ApiFailure(429, 'Too many requests. Wait a moment, then try again.')
      }
      const admin = adminClient()
      if (!admin) throw new ApiFailure(503, 'Quotes cannot be shown by this server.')
      const key = String(req.query.key)
      if (!isUuid(key)) throw new ApiFailure(404, 'Quote not found.')
      await handle({ req, res, admin, key })
    } catch (error) {
      answerFailure(req, res, error)
    }
  }
}
