import { ArrowLeft, Printer } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { PageHeader } from '@/components/ui/page-header'
import type { HeadingRef } from '@/hooks/focus-back'
import { useQuotes } from '@/hooks/use-opportunity'
import { useAction, useWrite } from '@/hooks/use-write'
import { opportunityPath, SALES_PATH } from '@/lib/record-paths'
import { deleteRecord } from '@/lib/records/record-client'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { quotePdfPath } from '@/lib/sales/quote-mail'
import {
  laterOffer,
  linesOf,
  type Quote,
  quoteState,
  quoteTitle,
  stepQuote,
  subjectOf,
} from '@/lib/sales/quotes'
import { DownloadPdf } from './download-pdf'
import { QuoteDocument } from './quote-document'
import { QuoteStatus } from './quote-status'

/** A quote of an opportunity: the printable document (styles/print.css) and its actions. */
export function QuotePage({
  id,
  details,
  headingRef,
  mayEdit,
  onClose,
}: {
  id: string
  details: OpportunityDetails
  headingRef: HeadingRef
  mayEdit: boolean
  onClose: () => void
}) {
  const { opportunity } = details
  return (
    <Loaded query={useQuotes(opportunity.id)} title="The quote could not be loaded">
      {(quotes) => {
        const quote = quotes.find((one) => one.id === id)
        const later = quote && laterOffer(quote, quotes)
        return (
          <>
            <PageHeader
              breadcrumbs={[
                { label: 'Sales', href: SALES_PATH },
                { label: opportunity.name, href: opportunityPath(opportunity.id) },
              ]}
              title={
                <span ref={headingRef} tabIndex={-1} className="outline-none">
                  {quote ? `Quote ${quoteTitle(quote)}` : 'Quote'}
                </span>
              }
              badge={quote ? <QuoteStatus quote={quote} /> : null}
              actions={
                <>
                  <Button icon={ArrowLeft} onClick={onClose}>
                    Back
                  </Button>
                  {quote ? (
                    <>
                      <Button icon={Printer} onClick={() => window.print()}>
                        Print
                      </Button>
                      <DownloadPdf href={quotePdfPath(quote.id)} />
                    </>
                  ) : null}
                  {quote && mayEdit ? (
                    <QuoteActions quote={quote} answerable={!later} details={details} onDeleted={onClose} />
                  ) : null}
                </>
              }
            />
            {later ? (
              <Alert quiet className="mb-4">
                A newer version was sent: {quoteTitle(later)}. Record the customer’s answer there.
              </Alert>
            ) : null}
            {quote ? (
              <QuoteDocument
                quote={quote}
                state={quoteState(quote)}
                lines={linesOf(quote, details.items)}
                opportunity={subjectOf(quote, opportunity)}
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

const QuoteDialog = lateDialog(dynamic(() => import('./quote-dialog').then((module) => module.QuoteDialog)))
const SendQuoteDialog = lateDialog(
  dynamic(() => import('./send-quote-dialog').then((module) => module.SendQuoteDialog)),
)
const DeclineDialog = lateDialog(
  dynamic(() => import('./decline-dialog').then((module) => module.DeclineDialog)),
)

/** Actions on a quote in its current state: edit, send and delete a draft, record the answer to a sent one. */
function QuoteActions({
  quote,
  answerable,
  details,
  onDeleted,
}: {
  quote: Quote
  /** Whether the customer's answer can be recorded: no newer version was sent. */
  answerable: boolean
  details: OpportunityDetails
  onDeleted: () => void
}) {
  const write = useWrite()
  const { act, pending } = useAction()
  const [open, setOpen] = useState<'edit' | 'send' | 'delete' | 'decline' | null>(null)
  const close = () => setOpen(null)
  const title = quoteTitle(quote)

  return (
    <>
      {quote.status === 'draft' ? (
        <>
          <Button variant="ghost" onClick={() => setOpen('delete')}>
            Delete
          </Button>
          <Button onClick={() => setOpen('edit')}>Edit</Button>
          <Button variant="primary" onClick={() => setOpen('send')}>
            Send
          </Button>
        </>
      ) : quote.status === 'replaced' ? null : (
        <>
          <Button onClick={() => setOpen('send')}>Email again</Button>
          {quote.status === 'declined' || !answerable ? null : (
            <Button onClick={() => setOpen('decline')}>Mark as declined</Button>
          )}
          {quote.status === 'accepted' || !answerable ? null : (
            <Button
              variant={quote.status === 'sent' ? 'primary' : undefined}
              loading={pending}
              onClick={() => void act((supabase) => stepQuote(supabase, quote, 'accepted'), 'Quote accepted')}
            >
              Mark as accepted
            </Button>
          )}
        </>
      )}
      {open === 'edit' ? <QuoteDialog details={details} quote={quote} onClose={close} /> : null}
      {open === 'decline' ? <DeclineDialog quote={quote} onClose={close} /> : null}
      {open === 'send' ? (
        <SendQuoteDialog quote={quote} email={details.contact?.email ?? null} onClose={close} />
      ) : null}
      {open === 'delete' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${title}?`}
          confirmLabel="Delete"
          onConfirm={async () => {
            await write((supabase) => deleteRecord(supabase, 'quotes', null, quote), 'Draft deleted')
            onDeleted()
          }}
        >
          The draft is permanently deleted. The opportunity keeps its line items.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
