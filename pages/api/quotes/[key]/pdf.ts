import { ApiFailure } from '@/lib/api/failure'
import { publicQuote } from '@/lib/sales/public-quote'
import { publicQuoteRoute } from '@/lib/sales/public-quote-route'
import { sendQuotePdf } from '@/lib/sales/quote-pdf-answer'

/** GET /api/quotes/{key}/pdf: the quote behind an emailed link as a PDF, without a session. 404 for an unknown key. */
export default publicQuoteRoute(['GET'], async ({ res, admin, key }) => {
  const found = await publicQuote(admin, key)
  if (!found) throw new ApiFailure(404, 'Quote not found.')
  await sendQuotePdf(res, found)
})
