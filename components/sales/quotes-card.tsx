import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { LocalDate } from '@/components/common/local-date'
import { Moment } from '@/components/common/relative-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lateDialog } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { useQuotes, useUsualTerms } from '@/hooks/use-opportunity'
import { formatDollars } from '@/lib/billing/money'
import { dayLabel } from '@/lib/dates/format'
import { itemTotals } from '@/lib/sales/item-totals'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { quotePdfPath } from '@/lib/sales/quote-mail'
import { linesOf, type Quote, quoteTitle } from '@/lib/sales/quotes'
import { DownloadPdf } from './download-pdf'
import { QuoteStatus } from './quote-status'

const QuoteDialog = lateDialog(dynamic(() => import('./quote-dialog').then((module) => module.QuoteDialog)))

/** The id of what opens a quote in the list, to which the focus goes back. */
export const quoteRowId = (id: string) => `quote-${id}`

/** An opportunity's quotes, newest version first, with links. */
export function QuotesCard({
  details,
  mayEdit,
  onOpen,
}: {
  details: OpportunityDetails
  mayEdit: boolean
  onOpen: (id: string) => void
}) {
  const query = useQuotes(details.opportunity.id)
  const [making, setMaking] = useState(false)
  const latest = query.data?.[0]
  const first = query.data !== undefined && !latest
  const terms = useUsualTerms(first)
  const known = latest !== undefined || terms.data !== undefined || terms.error !== undefined
  const mayMake = mayEdit && known && latest?.status !== 'draft' && details.items.length > 0
  return (
    <Card
      title="Quotes"
      flush
      actions={
        mayMake ? (
          <Button size="sm" icon={Plus} onClick={() => setMaking(true)}>
            {latest ? 'New version' : 'New quote'}
          </Button>
        ) : undefined
      }
    >
      <Loaded
        query={query}
        title="The quotes could not be loaded"
        pending={<Skeleton className="mx-4 my-3 h-5" />}
        empty={
          <p className="px-4 py-3 text-sm text-text-muted">
            {details.items.length > 0
              ? 'No quotes yet.'
              : 'Add line items with Edit before you make a quote.'}
          </p>
        }
      >
        {(quotes) => (
          <ul className="divide-y divide-border text-sm">
            {quotes.map((quote) => (
              <QuoteRow key={quote.id} quote={quote} details={details} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </Loaded>
      {making ? (
        <QuoteDialog
          details={details}
          quote={null}
          latest={latest}
          terms={terms.data}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </Card>
  )
}

function QuoteRow({
  quote,
  details,
  onOpen,
}: {
  quote: Quote
  details: OpportunityDetails
  onOpen: (id: string) => void
}) {
  const { oneOff, monthly } = itemTotals(linesOf(quote, details.items))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2">
      <button
        type="button"
        id={quoteRowId(quote.id)}
        className="numeric rounded-sm font-medium underline underline-offset-2 touch:min-h-11"
        onClick={() => onOpen(quote.id)}
      >
        {quoteTitle(quote)}
      </button>
      <QuoteStatus quote={quote} />
      <span className="text-text-muted">until {dayLabel(quote.valid_until)}</span>
      <span className="numeric ml-auto text-text-muted">
        {formatDollars(oneOff)} once, {formatDollars(monthly)} a month
      </span>
      <DownloadPdf href={quotePdfPath(quote.id)} title={quoteTitle(quote)} size="sm" variant="ghost" />
      {quote.emailed_at ? (
        <span className="w-full text-text-muted">
          Emailed to {quote.sent_to}, <Moment at={quote.emailed_at} />
        </span>
      ) : quote.sent_to && quote.status === 'sent' ? (
        <span className="w-full text-text-muted">
          No mail server has taken the email to {quote.sent_to} yet. Send it again, so that the customer has a
          link that works.
        </span>
      ) : null}
      {quote.decided_at ? <Answer name={quote.decided_by} at={quote.decided_at} /> : null}
      {quote.decline_reason ? <span className="w-full text-text-muted">{quote.decline_reason}</span> : null}
    </li>
  )
}

/** Who answered a quote, and on which day. Without a name, staff recorded the answer. */
function Answer({ name, at }: { name: string; at: string }) {
  return (
    <span className="w-full text-text-muted">
      {name ? (
        <>
          Answered by {name} on <LocalDate at={at} />, by the link
        </>
      ) : (
        <>
          Answer recorded on <LocalDate at={at} />
        </>
      )}
    </span>
  )
}
