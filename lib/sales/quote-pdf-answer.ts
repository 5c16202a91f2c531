import type { NextApiResponse } from 'next'
import type { PublicQuote } from './public-quote'

/** Answers with a quote as a PDF, which browsers show and save under its number. The PDF library is loaded on first use. */
export async function sendQuotePdf(res: NextApiResponse, quote: PublicQuote): Promise<void> {
  const { quotePdf } = await import('./quote-pdf')
  const file = await quotePdf(quote)
  const version = quote.revision > 1 ? `-v${quote.revision}` : ''
  const draft = quote.state === 'draft' ? '-draft' : ''
  res.setHeader('Content-Type', 'application/pdf')
  res.setHeader('Content-Disposition', `inline; filename="${quote.number}${version}${draft}.pdf"`)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.send(file)
}
