import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { postJson } from '@/lib/fetcher'
import { EMAIL } from '@/lib/resources/email-field'
import { DEFAULT_MESSAGE, MESSAGE_LENGTH, sendQuotePath } from '@/lib/sales/quote-mail'
import { customersDay, type Quote, quoteState, quoteTitle, stepQuote } from '@/lib/sales/quotes'
import { QUOTES } from '@/lib/supabase/constraints'

/** Mails a quote's link, which freezes a draft; a draft can also be frozen without a mail. */
export function SendQuoteDialog({
  quote,
  email,
  onClose,
}: {
  quote: Quote
  /** The contact's email address. */
  email: string | null
  onClose: () => void
}) {
  const write = useWrite()
  const first = { to: quote.sent_to || email || '', message: DEFAULT_MESSAGE }
  const [values, setValues] = useState(first)
  // Sending again after a lost response sends nothing twice.
  const [request] = useState(() => crypto.randomUUID())
  // As it was read: this dialog covers what becomes of it meanwhile.
  const [version] = useState(quote.version)
  const title = quoteTitle(quote)
  const over = quote.status === 'draft' && quote.valid_until < customersDay()
  const ends =
    quote.status !== 'draft' &&
    quote.sent_to &&
    values.to.trim().toLowerCase() !== quote.sent_to.toLowerCase()
  const dirty = values.to !== first.to || values.message !== first.message
  const draft = useDraft(`send-quote ${quote.id}`, null, dirty ? values : {}, (typed) =>
    setValues({ ...values, ...(typed as Partial<typeof values>) }),
  )

  const [tried, setTried] = useState(false)
  const problem = EMAIL.rule.safeParse(values.to.trim()).error?.issues[0]?.message

  async function send() {
    setTried(true)
    if (problem) return false
    const body = { request, version, to: values.to.trim(), message: values.message }
    await write(() => postJson(sendQuotePath(quote.id), body), `${title} was sent to ${body.to}`)
    return true
  }

  const freeze = () => write((supabase) => stepQuote(supabase, { id: quote.id, version }, 'sent'))

  return (
    <FormDialog
      title={`Send ${title}`}
      description={
        over
          ? 'This draft is no longer valid. Change its dates before you send it.'
          : quote.status === 'draft'
            ? 'Its lines, prices and texts stay as they are now. Later changes take a new version.'
            : quoteState(quote) === 'expired'
              ? 'It has expired: the customer can read it, but no longer accept it. Make a new version to offer it again.'
              : 'The same quote is emailed again.'
      }
      submitLabel="Send"
      dirty={dirty}
      draft={draft}
      ready={!over}
      onSave={send}
      otherwise={
        quote.status === 'draft' && !over
          ? { label: 'Mark as sent without emailing', act: freeze }
          : undefined
      }
      onClose={onClose}
    >
      <FormRow
        label="To"
        error={tried ? problem : undefined}
        hint={ends ? `The link sent to ${quote.sent_to} stops working.` : undefined}
        required
      >
        <Input
          type="email"
          autoComplete="off"
          maxLength={QUOTES.sent_to.maxLength}
          value={values.to}
          onChange={(event) => setValues({ ...values, to: event.target.value })}
        />
      </FormRow>
      <FormRow
        label="Message"
        hint="A link to the quote is added below. There the customer can print, accept or decline it."
      >
        <Textarea
          rows={5}
          maxLength={MESSAGE_LENGTH}
          value={values.message}
          onChange={(event) => setValues({ ...values, message: event.target.value })}
        />
      </FormRow>
    </FormDialog>
  )
}
