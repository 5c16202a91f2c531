import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useDraft } from '@/hooks/use-draft'
import { useWrite } from '@/hooks/use-write'
import { type Day, dayAfter } from '@/lib/dates/day'
import type { OpportunityDetails } from '@/lib/sales/opportunity'
import { changeQuote, draftQuote, type Quote, QUOTE_DAYS, type QuoteInput } from '@/lib/sales/quotes'
import { QUOTES as LIMITS } from '@/lib/supabase/constraints'

const TEXTS = [
  {
    name: 'sender',
    label: 'From',
    hint: 'Name and address of the sender, as printed on documents.',
    rows: 3,
  },
  { name: 'recipient', label: 'To', hint: undefined, rows: 3 },
  { name: 'terms', label: 'Terms', hint: undefined, rows: 4 },
] as const

/** The form of a draft: dates, sender, recipient and terms; the lines are the opportunity's. */
export function QuoteDialog({
  details,
  quote: current,
  latest,
  terms,
  onClose,
}: {
  details: OpportunityDetails
  quote: Quote | null
  /** The previous version, from which a new one copies sender, recipient and terms. */
  latest?: Quote
  /** The company's terms, for a first version. */
  terms?: string
  onClose: () => void
}) {
  const write = useWrite()
  const today = useBusinessDay()
  // What someone else saves meanwhile is not overwritten: it is a conflict.
  const [quote] = useState(current)
  const [id] = useState(() => quote?.id ?? crypto.randomUUID())
  const [before] = useState<QuoteInput>(() => quote ?? proposed(details, latest, terms, today))
  const [values, setValues] = useState<QuoteInput>(before)
  const changed = (Object.keys(PICKED) as (keyof QuoteInput)[]).filter(
    (name) => values[name] !== before[name],
  )
  const draft = useDraft(
    `quote ${quote?.id ?? details.opportunity.id}`,
    quote?.version ?? null,
    Object.fromEntries(changed.map((name) => [name, values[name]])),
    (typed) => setValues({ ...values, ...(typed as Partial<QuoteInput>) }),
  )
  const problem =
    values.valid_until < values.quoted_on ? '“Valid until” is before the quote’s date.' : undefined

  async function save() {
    if (problem || !values.quoted_on || !values.valid_until) return false
    const { quoted_on, valid_until, sender, recipient, terms } = values
    const input = { quoted_on, valid_until, sender, recipient, terms }
    await write((supabase) =>
      quote
        ? changeQuote(supabase, quote, input)
        : draftQuote(supabase, { ...input, id, opportunity_id: details.opportunity.id }),
    )
    return true
  }

  return (
    <FormDialog
      title={quote ? 'Edit quote' : latest ? 'New version' : 'New quote'}
      description="The lines are those of the opportunity until the quote is sent."
      submitLabel={quote ? 'Save quote' : 'Create draft'}
      dirty={changed.length > 0}
      draft={draft}
      ready={!problem && values.quoted_on !== '' && values.valid_until !== ''}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormRow label="Date" required>
          <Input
            type="date"
            value={values.quoted_on}
            onChange={(event) => setValues({ ...values, quoted_on: event.target.value })}
          />
        </FormRow>
        <FormRow label="Valid until" required error={problem}>
          <Input
            type="date"
            value={values.valid_until}
            onChange={(event) => setValues({ ...values, valid_until: event.target.value })}
          />
        </FormRow>
      </div>
      {TEXTS.map(({ name, label, hint, rows }) => (
        <FormRow key={name} label={label} hint={hint}>
          <Textarea
            rows={rows}
            maxLength={LIMITS[name].maxLength}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </FormRow>
      ))}
    </FormDialog>
  )
}

const PICKED = {
  quoted_on: true,
  valid_until: true,
  sender: true,
  recipient: true,
  terms: true,
} satisfies Record<keyof QuoteInput, true>

function proposed(
  { opportunity, contact }: OpportunityDetails,
  latest: Quote | undefined,
  terms: string | undefined,
  today: Day,
): QuoteInput {
  return {
    quoted_on: today,
    valid_until: dayAfter(today, QUOTE_DAYS),
    sender: latest?.sender ?? opportunity.owner_name ?? '',
    recipient: latest?.recipient ?? [contact?.name, opportunity.company_name].filter(Boolean).join('\n'),
    terms:
      latest?.terms ?? (terms || 'Prices are in US dollars, without taxes. Monthly prices are billed ahead.'),
  }
}
