import type { NextApiResponse } from 'next'
import type { QuoteOnPaper } from './quote-pdf'

/** Answers with a quote as a PDF, which browsers show and save under its number. The PDF library is loaded on first use. */
export async function sendQuotePdf(res: NextApiResponse, quote: QuoteOnPaper): Promise<void> {
  const { quotePdf } = await import('./quote-pdf')
  const file = await quotePdf(quote)
  const version = quote.revision > 1 ? `-v${quote.revision}` : ''
  res.setHeader('Content-Type', 'application/pdf')
  res.setHeader('Content-Disposition', `inline; filename="${quote.number}${version}.pdf"`)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.send(file)
}
