import { NETWORK_FAILURE, RequestFailure } from '@/lib/errors'
import { getSupabase, type Supabase } from '@/lib/supabase/browser-client'
import type { Tables } from '@/lib/supabase/database.types'
import type { ListSource } from './live-list'
import { readAll, ROWS_PER_REQUEST } from './pages'
import type { ListedRow } from './row-list'

export type Company = Tables<'companies'>
export type Service = Tables<'services'>

/** What the search needs of a stock item: of hundreds of thousands, the other columns are most of what a session would load. */
export type InventoryItem = Pick<
  Tables<'inventory'>,
  'id' | 'name' | 'model' | 'mac' | 'created_at' | 'updated_at'
>

/** A sales opportunity and its company's name; null if the user may not see the company. */
export type Opportunity = Tables<'opportunities'> & { company: { name: string } | null }

/** The only status that is loaded (specification section 3). */
export const LOADED_STATUS = 'lead'

// Names the foreign key, because notes and tasks refer to both tables and would make the join ambiguous.
const LEAD_COLUMNS = '*, company:companies!opportunities_company_id_fkey(name)'

const KEY_COLUMNS = 'id, created_at, updated_at'

/** Requests the number of rows instead of the rows. */
interface CountOptions {
  count: 'exact'
  head: true
}

function companies(supabase: Supabase) {
  return supabase.from('companies').select('*')
}

function companyKeys(supabase: Supabase, options?: CountOptions) {
  return supabase.from('companies').select(KEY_COLUMNS, options)
}

function leads(supabase: Supabase) {
  return supabase.from('opportunities').select(LEAD_COLUMNS).eq('status', LOADED_STATUS)
}

function leadKeys(supabase: Supabase, options?: CountOptions) {
  return supabase.from('opportunities').select(KEY_COLUMNS, options).eq('status', LOADED_STATUS)
}

function services(supabase: Supabase) {
  return supabase.from('services').select('*')
}

function serviceKeys(supabase: Supabase, options?: CountOptions) {
  return supabase.from('services').select(KEY_COLUMNS, options)
}

function inventory(supabase: Supabase) {
  return supabase.from('inventory').select(`${KEY_COLUMNS}, name, model, mac`)
}

function inventoryKeys(supabase: Supabase, options?: CountOptions) {
  return supabase.from('inventory').select(KEY_COLUMNS, options)
}

/** Companies sorted by name (specification section 7). */
export const companySource = listSource<Company>(companies, companyKeys)

/** Leads with their company's name (specification section 7), sorted by name. */
export const opportunitySource = listSource<Opportunity>(leads, leadKeys)

/** Services the user may see (specification section 7), sorted by name. */
export const serviceSource = listSource<Service>(services, serviceKeys)

/** Inventory items the user may see (specification section 7), sorted by name. */
export const inventorySource = listSource<InventoryItem>(inventory, inventoryKeys)

/** All services the user may see (specification section 7), sorted by name. Rejects on failure. */
export async function readServices(): Promise<Service[]> {
  const supabase = await getSupabase()
  return readAll<Service>((after) => readPageByName(services, supabase, after))
}

/** One lead; undefined if it does not exist or the user may not see it. Rejects on failure. */
export async function readLead(id: string): Promise<Opportunity | undefined> {
  const [lead] = await rowsOf(leads(await getSupabase()).eq('id', id))
  return lead
}

/** A tenant's company; undefined if it does not exist or the user may not see it. Rejects on failure. */
export async function readCompanyOfTenant(tenantId: string): Promise<Company | undefined> {
  const [company] = await rowsOf(companies(await getSupabase()).eq('domain_uuid', tenantId))
  return company
}

type NamedRow = ListedRow & { name: string }

/** The part of a PostgREST query that lists need; it resolves to the rows or the failure. */
interface Query<Row> extends PromiseLike<
  { data: Row[]; error: null; count: number | null } | { data: null; error: Error; status: number }
> {
  eq(column: string, value: string): Query<Row>
  gt(column: string, value: string): Query<Row>
  gte(column: string, value: string): Query<Row>
  in(column: string, values: readonly string[]): Query<Row>
  order(column: string, options?: { ascending: boolean }): Query<Row>
  limit(count: number): Query<Row>
}

type Select<Row> = (supabase: Supabase) => Query<Row>
type SelectKeys = (supabase: Supabase, options?: CountOptions) => Query<ListedRow>

function listSource<Row extends NamedRow>(rows: Select<Row>, keys: SelectKeys): ListSource<Row> {
  return {
    async newest() {
      const newest = keys(await getSupabase()).order('updated_at', { ascending: false })
      return (await rowsOf(newest.limit(1)))[0]?.updated_at
    },
    count: async () => (await answerTo(keys(await getSupabase(), { count: 'exact', head: true }))).count ?? 0,
    page: async (after) => readPageByName(rows, await getSupabase(), after),
    async changedSince(since, after) {
      const query = keys(await getSupabase())
      return readPageById(since ? query.gte('updated_at', since) : query, after)
    },
    byIds: async (ids, after) => readPageById(rows(await getSupabase()).in('id', ids), after),
  }
}

function readPageById<Row extends ListedRow>(
  query: Query<Row>,
  after: ListedRow | undefined,
): Promise<Row[]> {
  const page = query.order('id').limit(ROWS_PER_REQUEST)
  return rowsOf(after ? page.gt('id', after.id) : page)
}

/**
 * The page after a row, ordered by name and then id. Two requests at once instead of an `or` with the name in it, which would
 * need quoting: other rows with the same name, if any, otherwise the ones after it.
 */
async function readPageByName<Row extends NamedRow>(
  select: Select<Row>,
  supabase: Supabase,
  after: Row | undefined,
): Promise<Row[]> {
  const query = () => select(supabase).order('name').order('id').limit(ROWS_PER_REQUEST)
  if (!after) return rowsOf(query())
  const [namesakes, following] = await Promise.all([
    rowsOf(query().eq('name', after.name).gt('id', after.id)),
    rowsOf(query().gt('name', after.name)),
  ])
  return namesakes.length > 0 ? namesakes : following
}

async function rowsOf<Row>(query: Query<Row>): Promise<Row[]> {
  return (await answerTo(query)).data
}

async function answerTo<Row>(query: Query<Row>) {
  const answer = await query
  if (answer.error === null) return answer
  throw answer.status === 0
    ? new RequestFailure(NETWORK_FAILURE, 0, undefined, { cause: answer.error })
    : answer.error
}
