import { type Day, todayIn } from '../dates/day'
import { dataOf, requireChange, typed } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { QUOTES } from '../supabase/constraints'
import type { Tables } from '../supabase/database.types'
import type { OpportunityItem } from './opportunity'

/** A quote as staff see it: everything except the key of the customer's link, which only the server knows. */
export type Quote = Omit<Tables<'quotes'>, 'link_token'>
export const QUOTE_COLUMNS =
  'id, created_at, updated_at, version, opportunity_id, number, revision, status, quoted_on, valid_until, issuer, sender, recipient, terms, subject, lines, sent_at, decided_at, decline_reason, decided_by, sent_to, emailed_at'

/** A line of a quote; unit prices in US dollars. */
export interface QuoteLine {
  name: string
  description: string
  quantity: number
  one_off_price: number
  monthly_price: number
}

/** Input of the draft form. Dates as "2026-03-05". */
export type QuoteInput = Pick<Quote, 'quoted_on' | 'valid_until' | 'sender' | 'recipient' | 'terms'>

/** How long a new quote is valid, in days. */
export const QUOTE_DAYS = 30

/** An opportunity's quotes, newest version first. */
export async function listQuotes(supabase: Supabase, opportunityId: string): Promise<Quote[]> {
  const query = supabase.from('quotes').select(QUOTE_COLUMNS).eq('opportunity_id', opportunityId)
  return dataOf(await query.order('revision', { ascending: false }))
}

/** The company's terms for quotes, to start a first one with; empty if it has none. */
export async function usualTerms(supabase: Supabase): Promise<string> {
  return dataOf(await supabase.rpc('quote_terms'))
}

/** Creates a draft, whose number and version the database assigns. Idempotent by id. */
export async function draftQuote(
  supabase: Supabase,
  quote: QuoteInput & { id: string; opportunity_id: string },
): Promise<void> {
  dataOf(
    await supabase.from('quotes').upsert(quote, { onConflict: 'id', ignoreDuplicates: true }).select('id'),
  )
}

type Seen = Pick<Quote, 'id' | 'version'>

/** Changes a draft. Throws a Refusal if it has been sent, changed or deleted by someone else meanwhile. */
export async function changeQuote(
  supabase: Supabase,
  { id, version }: Seen,
  input: QuoteInput,
): Promise<void> {
  const change = { ...input, version: version + 1 }
  requireChange(await supabase.from('quotes').update(change).eq('id', id).select('id'))
}

/** Sends a draft, which freezes it, or records the customer's decision; `reason` is for declined quotes. */
export async function stepQuote(
  supabase: Supabase,
  { id, version }: Seen,
  status: 'sent' | 'accepted' | 'declined',
  reason = '',
): Promise<void> {
  const declined = status === 'declined' ? { decline_reason: reason } : null
  const step = { status, version: version + 1, ...declined }
  requireChange(await supabase.from('quotes').update(step).eq('id', id).select('id'))
}

/** The lines of a quote: frozen when it was sent, the opportunity's own until then. */
export function linesOf({ lines }: Pick<Quote, 'lines'>, items: readonly OpportunityItem[]): QuoteLine[] {
  if (lines) return typed<QuoteLine[]>(lines)
  return items.map(({ services, description, quantity, one_off_price, monthly_price }) => ({
    name: services?.name ?? '',
    description,
    quantity,
    one_off_price,
    monthly_price,
  }))
}

/** What a quote is for: the opportunity's name, frozen when it was sent. */
export function subjectOf({ subject }: Pick<Quote, 'subject'>, opportunity: { name: string }): string {
  return subject || opportunity.name
}

/** "Q-2026-00012", from the second version on "Q-2026-00012 version 2". */
export function quoteTitle({ number, revision }: Pick<Quote, 'number' | 'revision'>): string {
  return revision > 1 ? `${number} version ${revision}` : number
}

/** The newest version sent after `quote`, whose answer is final from then on (`private.guard_quotes`). */
export function laterOffer({ revision }: Quote, newestFirst: readonly Quote[]): Quote | undefined {
  return newestFirst.find((other) => other.revision > revision && other.status !== 'draft')
}

/** Today, for the last day of a quote: its customer's time zone is not known, so a day ends when it is over everywhere. */
export const customersDay = (): Day => todayIn('Etc/GMT+12')

/** What `quoteState` tells. */
export type QuoteState = (typeof QUOTES.status.choices)[number] | 'expired'

/** The current state of a quote: a sent quote past its last day has expired, and can no longer be accepted by its link. */
export function quoteState({ status, valid_until }: Pick<Quote, 'status' | 'valid_until'>): string {
  return status === 'sent' && valid_until < customersDay() ? 'expired' : status
}

/** What a quote on paper says of a state (quoteState) in which it is no offer. */
export const NO_OFFER: Readonly<Record<string, string>> = {
  draft: 'Draft, not yet an offer',
  expired: 'Expired, no longer an offer',
  declined: 'Declined',
  replaced: 'Replaced by a newer version',
} satisfies Record<Exclude<QuoteState, 'sent' | 'accepted'>, string>
