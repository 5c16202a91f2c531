import { z } from 'zod'
import { ApiFailure } from '@/lib/api/failure'
import { apiHandler } from '@/lib/api/handler'
import { loadOpportunity } from '@/lib/sales/opportunity'
import { sendQuotePdf } from '@/lib/sales/quote-pdf-answer'
import { linesOf, QUOTE_COLUMNS, quoteState, subjectOf } from '@/lib/sales/quotes'

/**
 * GET /api/sales/quotes/{id}/pdf: a quote in any state as a PDF; a draft has the opportunity's lines. 404 if the caller sees none.
 */
export default apiHandler(
  {
    methods: ['GET'],
    section: 'sales',
    action: 'view',
    query: z.object({ id: z.guid() }),
    limit: { of: 'quote PDFs by', times: 60, withinSeconds: 60 },
  },
  async ({ query: { id }, supabase, res }) => {
    const found = supabase.from('quotes').select(QUOTE_COLUMNS).eq('id', id)
    const { data: quote } = await found.maybeSingle().throwOnError()
    const details = quote && (await loadOpportunity(supabase, quote.opportunity_id))
    if (!details) throw new ApiFailure(404, 'Quote not found.')
    await sendQuotePdf(res, {
      ...quote,
      state: quoteState(quote),
      lines: linesOf(quote, details.items),
      opportunity: subjectOf(quote, details.opportunity),
      company: details.opportunity.company_name ?? '',
    })
  },
)
