import type { SupabaseClient } from '@supabase/supabase-js'
import { pick } from 'es-toolkit/object'
import { typed } from '../supabase/answer'
import type { Database } from '../supabase/database.types'
import { customersDay, type QuoteLine, quoteState } from './quotes'

/** A quote as the customer sees it. */
export interface PublicQuote {
  number: string
  revision: number
  /** sent, expired, accepted, declined or replaced */
  state: string
  quoted_on: string
  valid_until: string
  issuer: string
  sender: string
  recipient: string
  terms: string
  lines: QuoteLine[]
  opportunity: string
  company: string
}

/** The stored lines name the service, too. */
const SHOWN = ['name', 'description', 'quantity', 'one_off_price', 'monthly_price'] as const

type Admin = SupabaseClient<Database>

/** The quote behind a link, if it was sent; null otherwise. Uses the server's own rights, because the link itself grants access. */
export async function publicQuote(admin: Admin, key: string): Promise<PublicQuote | null> {
  const { data } = await admin
    .from('quotes')
    .select('*, opportunity:opportunities(company:companies!opportunities_company_id_fkey(name))')
    .eq('link_token', key)
    .neq('status', 'draft')
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const { number, revision, quoted_on, valid_until, issuer, sender, recipient, terms } = data
  return {
    ...{ number, revision, quoted_on, valid_until, issuer, sender, recipient, terms },
    state: quoteState(data),
    lines: typed<QuoteLine[]>(data.lines).map((line) => pick(line, SHOWN)),
    opportunity: data.subject,
    company: data.opportunity?.company?.name ?? '',
  }
}

/** Records the customer's answer to a pending quote, or finds it recorded; false if the quote is no longer pending otherwise. */
export async function decideQuote(
  admin: Admin,
  key: string,
  { decision, name, reason }: { decision: 'accepted' | 'declined'; name: string; reason: string },
): Promise<boolean> {
  const answer = {
    status: decision,
    decided_by: name,
    ...(decision === 'declined' ? { decline_reason: reason } : null),
  }
  const { data: decided } = await admin
    .from('quotes')
    .update(answer)
    .eq('link_token', key)
    .eq('status', 'sent')
    .gte('valid_until', customersDay())
    .select('id')
    .throwOnError()
  if (decided.length > 0) return true
  // The response to the first request may have been lost.
  const { data: same } = await admin
    .from('quotes')
    .select('id')
    .match({ link_token: key, ...answer })
    .throwOnError()
  return same.length > 0
}
