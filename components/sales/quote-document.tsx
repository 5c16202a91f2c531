import { formatMoney } from '@/lib/billing/money'
import { dayLabel } from '@/lib/dates/format'
import { PRODUCT_NAME } from '@/lib/product'
import { itemTotals } from '@/lib/sales/item-totals'
import { type Quote, type QuoteLine, quoteTitle } from '@/lib/sales/quotes'
import { QuoteLines } from './quote-lines'

/** A quote as it is printed: nothing else of the page is on the paper (styles/print.css). */
export function QuoteDocument({
  quote,
  lines,
  opportunity,
  company,
}: {
  quote: Pick<Quote, 'number' | 'revision' | 'quoted_on' | 'valid_until' | 'sender' | 'recipient' | 'terms'>
  lines: readonly QuoteLine[]
  /** What it is about. */
  opportunity: string
  company: string
}) {
  const { oneOff, monthly, firstYear } = itemTotals(lines)
  return (
    <article
      data-print
      aria-label={`Quote for ${company}`}
      className="mx-auto max-w-3xl rounded-lg border border-border bg-surface p-4 shadow-card sm:p-8"
    >
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-xl font-semibold tracking-tight">{PRODUCT_NAME}</p>
          <p className="mt-1 text-sm whitespace-pre-line text-text-muted">{quote.sender}</p>
          <p className="mt-4 text-sm text-text-muted">For</p>
          <p className="text-base whitespace-pre-line">{quote.recipient || company}</p>
        </div>
        <div className="sm:text-right">
          <p className="text-2xl font-semibold tracking-tight">Quote</p>
          <p className="numeric text-base font-medium">{quoteTitle(quote)}</p>
          <p className="text-base">{opportunity}</p>
          <p className="text-base text-text-muted">{dayLabel(quote.quoted_on)}</p>
          <p className="text-base text-text-muted">Valid until {dayLabel(quote.valid_until)}</p>
        </div>
      </header>
      <QuoteLines lines={lines} />
      <p className="mt-4 text-base">
        {formatMoney(oneOff, 'USD')} once and {formatMoney(monthly, 'USD')} a month:{' '}
        {formatMoney(firstYear, 'USD')} in the first year, taxes not included.
      </p>
      {quote.terms ? (
        <section className="mt-6 border-t border-border pt-4">
          <h2 className="text-base font-semibold">Terms</h2>
          <p className="mt-1 text-base whitespace-pre-line">{quote.terms}</p>
        </section>
      ) : null}
    </article>
  )
}
