import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { readJson, requireJson } from '@/lib/api/request-body'
import { decideQuote, publicQuote } from '@/lib/sales/public-quote'
import { publicQuoteRoute } from '@/lib/sales/public-quote-route'
import { QUOTES } from '@/lib/supabase/constraints'

export const config = { api: { bodyParser: false } }

const answer = z.strictObject({
  decision: z.enum(['accepted', 'declined']),
  name: z.string().trim().min(1).max(QUOTES.decided_by.maxLength),
  reason: z.string().trim().max(QUOTES.decline_reason.maxLength),
})

/**
 * GET /api/quotes/{key}: the quote behind an emailed link (PublicQuote), without a session; POST {decision, name, reason}: the
 * customer's answer, which may be repeated. 404 for an unknown key; 409 if it was answered or replaced, or has expired; 429 after too many requests.
 */
export default publicQuoteRoute(['GET', 'POST'], async ({ req, res, admin, key }) => {
  if (req.method === 'POST') {
    requireJson(req)
    const { data } = answer.safeParse(await readJson(req, 4096))
    if (!data) throw new ApiFailure(400, 'The request is not valid.')
    if (!(await decideQuote(admin, key, data)) && (await publicQuote(admin, key)))
      throw new ApiFailure(409, 'This quote was answered or replaced before, or it has expired.')
  }
  const found = await publicQuote(admin, key)
  if (!found) throw new ApiFailure(404, 'Quote not found.')
  res.json(found)
})
