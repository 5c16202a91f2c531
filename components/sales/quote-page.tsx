import { ArrowLeft, Printer } from 'lucide-react'
import { Loaded } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { useQuotes } from '@/hooks/use-opportunity'
import { opportunityPath, SALES_PATH } from '@/lib/record-paths'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { quotePdfPath } from '@/lib/sales/quote-mail'
import { linesOf, quoteTitle } from '@/lib/sales/quotes'
import { DownloadPdf } from './download-pdf'
import { QuoteActions } from './quote-actions'
import { QuoteDocument } from './quote-document'
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
                    <>
                      <Button icon={<Printer aria-hidden size={14} />} onClick={() => window.print()}>
                        Print
                      </Button>
                      <DownloadPdf
                        href={quotePdfPath(quote.id)}
                        variant={quote.status === 'draft' ? undefined : 'primary'}
                      />
                    </>
                  ) : null}
                </>
              }
            />
            {quote ? (
              <QuoteDocument
                quote={quote}
                lines={linesOf(quote, details.items)}
                opportunity={opportunity.name}
                company={opportunity.company_name ?? ''}
              />
            ) : (
              <EmptyState title="Quote not found">It may have been deleted.</EmptyState>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
