import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import type { ListSource } from './live-list'
import { PAGE_SIZE, readAll } from './pages'

export type Company = Tables<'companies'>
export type Service = Tables<'services'>
export type InventoryItem = Tables<'inventory'>

/** A sales opportunity and the name of its company; null if the reader may not see the company. */
export type Opportunity = Tables<'opportunities'> & { company: { name: string } | null }

/** The only status that is loaded (specification section 3). */
export const LOADED_STATUS = 'lead'

const LEAD_COLUMNS = '*, company:companies(name)'

function companies(supabase: Supabase) {
  return supabase.from('companies').select('*')
}

function leads(supabase: Supabase) {
  return supabase.from('opportunities').select(LEAD_COLUMNS).eq('status', LOADED_STATUS)
}

/** Companies sorted by name (specification section 7). */
export const companySource = listSource<Company>(companies)

/** Opportunities whose status is lead, with their company's name (specification section 7), sorted by name. */
export const opportunitySource = listSource<Opportunity>(leads)

/** All services that the person may see (specification section 7), sorted by name. Rejects with the failure. */
export function readServices(): Promise<Service[]> {
  return readAll(listSource<Service>((supabase) => supabase.from('services').select('*')).page)
}

/** All inventory items that the person may see (specification section 7), sorted by name. Rejects with the failure. */
export function readInventory(): Promise<InventoryItem[]> {
  return readAll(listSource<InventoryItem>((supabase) => supabase.from('inventory').select('*')).page)
}

/** One lead, undefined if there is none that the reader may see. Rejects with the failure. */
export async function readLead(id: string): Promise<Opportunity | undefined> {
  const [lead] = await rowsOf(leads(await getSupabase()).eq('id', id))
  return lead
}

/** The company of a tenant, undefined if there is none that the reader may see. Rejects with the failure. */
export async function readCompanyOfTenant(tenantId: string): Promise<Company | undefined> {
  const [company] = await rowsOf(companies(await getSupabase()).eq('domain_uuid', tenantId))
  return company
}

type NamedRow = { id: string; name: string; created_at: string }

/** The part of a PostgREST query that lists need; it resolves to the rows or the failure. */
interface Query<Row> extends PromiseLike<{ data: Row[]; error: null } | { data: null; error: Error }> {
  eq(column: string, value: string): Query<Row>
  gt(column: string, value: string): Query<Row>
  gte(column: string, value: string): Query<Row>
  order(column: string, options?: { ascending: boolean }): Query<Row>
  limit(count: number): Query<Row>
}

function listSource<Row extends NamedRow>(select: (supabase: Supabase) => Query<Row>): ListSource<Row> {
  return {
    async newest() {
      const newest = select(await getSupabase()).order('created_at', { ascending: false })
      return (await rowsOf(newest.limit(1)))[0]?.created_at
    },
    page: async (after) => readPageByName(select, await getSupabase(), after),
    async createdSince(since, after) {
      let query = select(await getSupabase())
        .order('id')
        .limit(PAGE_SIZE)
      if (since) query = query.gte('created_at', since)
      if (after) query = query.gt('id', after.id)
      return rowsOf(query)
    },
  }
}

/**
 * The page after a row in the order of names, and of ids among equal names. Two requests at once instead of an `or`
 * with the name in it, which would have to be quoted: other rows of the same name if there are any, else what follows.
 */
async function readPageByName<Row extends NamedRow>(
  select: (supabase: Supabase) => Query<Row>,
  supabase: Supabase,
  after: Row | undefined,
): Promise<Row[]> {
  const query = () => select(supabase).order('name').order('id').limit(PAGE_SIZE)
  if (!after) return rowsOf(query())
  const [namesakes, following] = await Promise.all([
    rowsOf(query().eq('name', after.name).gt('id', after.id)),
    rowsOf(query().gt('name', after.name)),
  ])
  return namesakes.length > 0 ? namesakes : following
}

async function rowsOf<Row>(query: Query<Row>): Promise<Row[]> {
  const { data, error } = await query
  if (error) throw error
  return data
}
