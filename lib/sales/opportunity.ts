import { ROWS_PER_REQUEST } from '../live/pages'
import type { Choice } from '../records/field'
import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import type { Tables } from '../supabase/database.types'
import type { TransactionSummary } from '../trail/transactions'
import { isUuid } from '../validation/uuid'

type Row = Tables<'opportunities'>
export type OpportunityItem = Tables<'opportunity_items'> & { services: { name: string } | null }

export type OpportunityPortOrder = Pick<
  Tables<'port_orders'>,
  'id' | 'name' | 'state' | 'foc_date' | 'exception_reason'
> & { port_order_numbers: { number: string }[] }

/** An opportunity with everything its page shows. */
export interface OpportunityDetails {
  opportunity: Row & { company_name: string | null; owner_name: string | null }
  contact: Tables<'contacts'> | null
  /** In order. */
  items: OpportunityItem[]
  /** Numbers to port, in order. */
  numbers: Tables<'opportunity_numbers'>[]
  /** The port orders for them, newest first. */
  portOrders: OpportunityPortOrder[]
  /** The company's tenant, if it has one. */
  tenantId: string | null
}

/** Null when the opportunity does not exist or the caller may not see it. */
export async function loadOpportunity(supabase: Supabase, id: string): Promise<OpportunityDetails | null> {
  if (!isUuid(id)) return null
  const [found, items, numbers, portOrders] = await Promise.all([
    supabase.from('opportunity_list').select('*').eq('id', id).maybeSingle(),
    supabase.from('opportunity_items').select('*, services(name)').eq('opportunity_id', id).order('position'),
    supabase
      .from('opportunity_numbers')
      .select('*')
      .eq('opportunity_id', id)
      .order('number')
      .limit(ROWS_PER_REQUEST),
    supabase
      .from('port_orders')
      .select('id, name, state, foc_date, exception_reason, port_order_numbers(number)')
      .eq('opportunity_id', id)
      .order('created_at', { ascending: false })
      .limit(ROWS_PER_REQUEST),
  ])
  const opportunity = dataOf(found) as OpportunityDetails['opportunity'] | null
  if (!opportunity) return null
  const [contact, company] = await Promise.all([
    opportunity.contact_id
      ? supabase.from('contacts').select('*').eq('id', opportunity.contact_id).maybeSingle().then(dataOf)
      : null,
    supabase
      .from('companies')
      .select('domain_uuid')
      .eq('id', opportunity.company_id)
      .maybeSingle()
      .then(dataOf),
  ])
  return {
    opportunity,
    contact,
    items: dataOf(items) as OpportunityItem[],
    numbers: dataOf(numbers),
    portOrders: dataOf(portOrders) as OpportunityPortOrder[],
    tenantId: company?.domain_uuid ?? null,
  }
}

/** Changes of an opportunity, its lines, notes, numbers and plan, newest first; several similar changes at once are one entry. */
export async function opportunityHistory(supabase: Supabase, id: string): Promise<TransactionSummary[]> {
  const entries = dataOf(
    await supabase.rpc('record_history', { target_table: 'opportunities', record: id }),
  ) as Tables<'audit_log'>[]
  return groupByTransaction(entries).slice(0, 50)
}

/** Combines entries with the same transaction, kind of record and action into one: the first, with the number of `further` ones. */
export function groupByTransaction<
  Entry extends Pick<Tables<'audit_log'>, 'transaction_id' | 'table_name' | 'action'>,
>(entries: readonly Entry[]): (Entry & { further: number })[] {
  const byDeed = Map.groupBy(
    entries,
    ({ transaction_id, table_name, action }) => `${transaction_id} ${table_name} ${action}`,
  )
  return [...byDeed.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, further: more.length }] : [],
  )
}

export interface Owner {
  id: string
  name: string
  /** False for a former owner who still owns something but cannot be given more. */
  may_own: boolean
}

/** Users who may own a company or an opportunity, and users who do, by name. */
export async function listOwners(supabase: Supabase): Promise<Owner[]> {
  return dataOf(await supabase.rpc('owners'))
}

/** Choices for the owner: users who may own, and the current owner. */
export function ownerChoices(owners: readonly Owner[] = [], current: unknown): Choice[] {
  return owners
    .filter(({ id, may_own }) => may_own || id === current)
    .map(({ id, name }) => ({ value: id, label: name }))
}

/** A company's contacts, by name. */
export async function listContacts(
  supabase: Supabase,
  companyId: string,
): Promise<Pick<Tables<'contacts'>, 'id' | 'name' | 'role'>[]> {
  if (!isUuid(companyId)) return []
  const query = supabase.from('contacts').select('id, name, role').eq('company_id', companyId)
  return dataOf(await query.order('name').limit(ROWS_PER_REQUEST))
}

/** At most eight companies whose name, code, website or phone matches the words. */
export async function findCompanies(
  supabase: Supabase,
  words: string,
): Promise<Pick<Tables<'companies'>, 'id' | 'name'>[]> {
  return dataOf(
    await supabase.rpc('record_page', { target_table: 'companies', search: words, page_size: 8 }),
  ) as Tables<'companies'>[]
}

/** A company's name; null when the caller may not see it. */
export async function companyName(supabase: Supabase, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const found = dataOf(await supabase.from('companies').select('name').eq('id', id).maybeSingle())
  return (found as { name: string } | null)?.name ?? null
}
