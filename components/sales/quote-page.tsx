import { ArrowLeft, Printer } from 'lucide-react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { useQuotes } from '@/hooks/use-opportunity'
import { formatMoney } from '@/lib/billing/money'
import { dayLabel } from '@/lib/dates/format'
import { opportunityPath, SALES_PATH } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/product'
import { itemTotals } from '@/lib/sales/item-totals'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { linesOf, type Quote, quoteTitle } from '@/lib/sales/quotes'
import { QuoteActions } from './quote-actions'
import { QuoteLines } from './quote-lines'
import { QuoteStatus } from './quote-status'

/** One quote of an opportunity: what is on the paper when the page is printed (styles/print.css), and what is done with it. */
export function QuotePage({
  id,
  details,
  mayEdit,
  onClose,
}: {
  id: string
  details: OpportunityDetails
  mayEdit: boolean
  onClose: () => void
}) {
  const { opportunity } = details
  return (
    <Loaded query={useQuotes(opportunity.id)} title="The quote could not be loaded">
      {(quotes) => {
        const quote = quotes.find((one) => one.id === id)
        return (
          <>
            <PageHeader
              breadcrumbs={[
                { label: 'Sales', href: SALES_PATH },
                { label: opportunity.name, href: opportunityPath(opportunity.id) },
              ]}
              title={quote ? `Quote ${quoteTitle(quote)}` : 'Quote'}
              badge={quote ? <QuoteStatus quote={quote} /> : null}
              actions={
                <>
                  <Button icon={<ArrowLeft aria-hidden size={14} />} onClick={onClose}>
                    Back
                  </Button>
                  {quote && mayEdit ? (
                    <QuoteActions quote={quote} details={details} onDeleted={onClose} />
                  ) : null}
                  {quote ? (
                    <Button
                      variant={quote.status === 'draft' ? undefined : 'primary'}
                      icon={<Printer aria-hidden size={14} />}
                      onClick={() => window.print()}
                    >
                      Print or save as PDF
                    </Button>
                  ) : null}
                </>
              }
            />
            {quote ? (
              <Paper quote={quote} details={details} />
            ) : (
              <EmptyState title="Quote not found">It may have been deleted.</EmptyState>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function Paper({ quote, details: { opportunity, items } }: { quote: Quote; details: OpportunityDetails }) {
  const lines = linesOf(quote, items)
  const { oneOff, monthly, firstYear } = itemTotals(lines)
  return (
    <article
      data-print
      aria-label={`Quote for ${opportunity.company_name}`}
      className="mx-auto max-w-3xl rounded-lg border border-border bg-surface p-4 shadow-card sm:p-8"
    >
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-xl font-semibold tracking-tight">{PRODUCT_NAME}</p>
          <p className="mt-1 text-sm whitespace-pre-line text-text-muted">{quote.sender}</p>
          <p className="mt-4 text-sm text-text-muted">For</p>
          <p className="text-base whitespace-pre-line">{quote.recipient || opportunity.company_name}</p>
        </div>
        <div className="sm:text-right">
          <p className="text-2xl font-semibold tracking-tight">Quote</p>
          <p className="numeric text-base font-medium">{quoteTitle(quote)}</p>
          <p className="text-base">{opportunity.name}</p>
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
