import { answerOf, dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { countOf } from '../words'
import type { DuplicateGroup } from './companies'

type Alike = DuplicateGroup['companies'][number]

/** A preview of merging two companies, within what the user may see. */
export interface MergePreview {
  survivor: { id: string; name: string; version: number }
  duplicate: { id: string; name: string; version: number }
  /** Why they cannot be merged in this direction. */
  obstacle: string | null
  contacts: number
  opportunities: number
  notes: number
  port_orders: number
  stock: number
  /** The columns the survivor takes over because its own are empty. */
  fills: string[]
  /** The duplicate's payment terms in days, if they differ and so are not taken over. */
  lost_terms: number | null
}

/** Null when one of the two is gone. */
export async function previewMerge(
  supabase: Supabase,
  survivor: string,
  duplicate: string,
): Promise<MergePreview | null> {
  return answerOf<MergePreview | null>(await supabase.rpc('preview_company_merge', { survivor, duplicate }))
}

/** Moves everything to the survivor and deletes the duplicate, if both are still at the versions the user saw. Throws Refusal. */
export async function mergeCompanies(
  supabase: Supabase,
  { survivor, duplicate }: Pick<MergePreview, 'survivor' | 'duplicate'>,
): Promise<void> {
  dataOf(
    await supabase.rpc('merge_companies', {
      survivor: survivor.id,
      duplicate: duplicate.id,
      survivor_version: survivor.version,
      duplicate_version: duplicate.version,
    }),
  )
}

/** Which company to keep by default: the one with a tenant, otherwise a customer, otherwise the first. */
export function suggestedSurvivor(companies: readonly Alike[]): Alike | undefined {
  return (
    companies.find(({ tenant_code }) => tenant_code) ??
    companies.find(({ status }) => status === 'active' || status === 'suspended') ??
    companies[0]
  )
}

const COLUMN_WORDS: Record<string, string> = {
  website: 'website',
  phone: 'phone number',
  owner_id: 'owner',
  billing_address: 'billing address',
  service_address: 'service address',
  tax_id: 'tax ID',
  time_zone: 'time zone',
  tenant_code: 'tenant code',
}

/** What moves and what is taken over, one line each. */
export function mergeLines({
  contacts,
  opportunities,
  notes,
  port_orders,
  stock,
  fills,
}: MergePreview): string[] {
  const counted = (count: number, noun: string) => (count === 0 ? [] : [countOf(count, noun)])
  return [
    ...counted(contacts, 'contact'),
    ...counted(opportunities, 'opportunity'),
    ...counted(notes, 'note'),
    ...counted(port_orders, 'port order'),
    ...counted(stock, 'stock item'),
    ...fills.map((column) => `The ${COLUMN_WORDS[column] ?? column}, missing from the company you keep`),
  ]
}
