import { Printer } from 'lucide-react'
import { useRouter } from 'next/router'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { MessagePage } from '@/components/failure/message-page'
import { DownloadPdf } from '@/components/sales/download-pdf'
import { QuoteDocument } from '@/components/sales/quote-document'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { useSubmit } from '@/hooks/use-submit'
import { failureMessage } from '@/lib/errors'
import { fetchJson, postJson } from '@/lib/fetcher'
import type { PublicQuote } from '@/lib/sales/public-quote'
import { publicQuoteApi, publicQuotePdf } from '@/lib/sales/quote-mail'
import type { QuoteState } from '@/lib/sales/quotes'

interface Outcome {
  tone: 'success' | 'warning' | 'info'
  text: string
}

const OUTCOMES: Record<string, Outcome> = {
  accepted: { tone: 'success', text: 'This quote was accepted. Thank you.' },
  declined: { tone: 'info', text: 'This quote was declined.' },
  replaced: {
    tone: 'warning',
    text: 'We have sent you a newer version of this quote. Please answer that one.',
  },
  expired: { tone: 'warning', text: 'This quote has expired. Ask us for a new one.' },
} satisfies Record<Exclude<QuoteState, 'draft' | 'sent'>, Outcome>

/** A quote for the customer, opened from an emailed link without an account: to read, print and answer. */
export function PublicQuotePage() {
  const { query } = useRouter()
  const key = typeof query.key === 'string' ? query.key : undefined
  const [quote, setQuote] = useState<PublicQuote>()
  const [failure, setFailure] = useState<string>()
  const [answered, setAnswered] = useState(false)

  useEffect(() => {
    if (!key) return
    const gone = new AbortController()
    fetchJson<PublicQuote>(publicQuoteApi(key), { signal: gone.signal }).then(setQuote, (error: unknown) => {
      if (!gone.signal.aborted) setFailure(failureMessage(error))
    })
    return () => gone.abort()
  }, [key])

  if (failure) {
    return (
      <MessagePage title="The quote cannot be shown" actions={null}>
        {failure} Check the link, or ask us to send it again.
      </MessagePage>
    )
  }
  const outcome = quote && OUTCOMES[quote.state]
  return (
    <main className="mx-auto flex min-h-dvh max-w-3xl flex-col gap-4 px-3 py-6 sm:px-5">
      {quote && key ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1 className="text-xl font-semibold">Your quote</h1>
            <div className="flex flex-wrap gap-2">
              <Button icon={Printer} onClick={() => window.print()}>
                Print
              </Button>
              <DownloadPdf href={publicQuotePdf(key)} variant="primary" />
            </div>
          </div>
          {outcome ? (
            <div ref={answered ? focusOn : undefined} tabIndex={-1} className="scroll-mt-4 rounded-lg">
              <Alert tone={outcome.tone}>{outcome.text}</Alert>
            </div>
          ) : null}
          <div>
            <QuoteDocument
              quote={quote}
              state={quote.state}
              lines={quote.lines}
              opportunity={quote.opportunity}
              company={quote.company}
            />
          </div>
          {quote.state === 'sent' ? (
            <AnswerForm
              link={key}
              onAnswered={(now) => {
                setQuote(now)
                setAnswered(true)
              }}
            />
          ) : null}
        </>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the quote</span>
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </main>
  )
}

/** Focuses the result of the answer. It is above the quote, which may be longer than the screen. */
function focusOn(notice: HTMLElement | null): void {
  notice?.focus()
}

/** The customer's answer: accept or decline, with name and reason. */
function AnswerForm({ link, onAnswered }: { link: string; onAnswered: (quote: PublicQuote) => void }) {
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const [declining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const { attempt, working, failure } = useSubmit()
  const path = publicQuoteApi(link)

  function answer(event: SyntheticEvent) {
    event.preventDefault()
    const named = name.trim() !== ''
    setMissing(!named)
    if (!named) return field.current?.focus()
    const decision = declining ? 'declined' : 'accepted'
    void attempt(async () => {
      onAnswered(
        await postJson<PublicQuote>(path, { decision, name: name.trim(), reason }).catch(stateUnlessPending),
      )
    })
  }

  /** A quote that was answered elsewhere, replaced or has expired says so itself. */
  async function stateUnlessPending(refusal: unknown): Promise<PublicQuote> {
    const quote = await fetchJson<PublicQuote>(path).catch(() => null)
    if (!quote || quote.state === 'sent') throw refusal
    return quote
  }

  return (
    <Card title={declining ? 'Decline this quote' : 'Accept this quote'}>
      <form noValidate onSubmit={answer} className="flex flex-col gap-3">
        <FailureAlert text={failure} />
        <FormRow label="Your name" required error={missing ? 'Enter your name.' : undefined}>
          <Input
            ref={field}
            value={name}
            maxLength={128}
            autoComplete="name"
            onChange={(event) => setName(event.target.value)}
          />
        </FormRow>
        {declining ? (
          <FormRow label="Reason">
            <Textarea
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </FormRow>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant={declining ? 'danger' : 'primary'} loading={working}>
            {declining ? 'Decline' : 'Accept'}
          </Button>
          <Button variant="ghost" disabled={working} onClick={() => setDeclining(!declining)}>
            {declining ? 'Back' : 'Decline instead'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
