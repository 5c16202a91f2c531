import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAction, useWrite } from '@/hooks/use-write'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { deleteQuote, type Quote, quoteTitle, stepQuote } from '@/lib/sales/quotes'

const ConfirmDialog = dynamic(() =>
  import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog),
)
const QuoteDialog = dynamic(() => import('./quote-dialog').then((module) => module.QuoteDialog))
const SendQuoteDialog = dynamic(() => import('./send-quote-dialog').then((module) => module.SendQuoteDialog))
const DeclineDialog = dynamic(() => import('./decline-dialog').then((module) => module.DeclineDialog))

/** What can be done with a quote as it stands: edit, send and delete a draft, note the answer to one that was sent. */
export function QuoteActions({
  quote,
  details,
  onDeleted,
}: {
  quote: Quote
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
          {quote.status === 'declined' ? null : <Button onClick={() => setOpen('decline')}>Declined</Button>}
          {quote.status === 'accepted' ? null : (
            <Button
              loading={pending}
              onClick={() => void act((supabase) => stepQuote(supabase, quote, 'accepted'), 'Quote accepted')}
            >
              Accepted
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
            await write((supabase) => deleteQuote(supabase, quote.id), 'Draft deleted')
            onDeleted()
          }}
        >
          The draft is gone for good. The line items of the opportunity stay.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
