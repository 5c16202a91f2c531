import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { formatNorthAmericanPhone } from '../validation/phone'
import type { HitType, SearchHit } from './hits'

/** Fewer characters would match nearly everything. */
export const FURTHER_FROM = 3

/** What the database finds beyond the session's lists (public.find_further), as hits that lead to their own pages. */
export async function findFurther(supabase: Supabase, words: string): Promise<SearchHit[]> {
  const found = dataOf(await supabase.rpc('find_further', { words }))
  return found.map(({ kind, id, name, description, tenant_id }) => ({
    id,
    name,
    description: description.replace(/\+1\d{10}$/, (phone) => formatNorthAmericanPhone(phone) ?? phone),
    type: kind as HitType,
    ...(tenant_id ? { tenantId: tenant_id } : {}),
  }))
}

/** The hits with those that follow them; what is there already is not repeated. */
export function withFurther(hits: readonly SearchHit[], further: readonly SearchHit[]): readonly SearchHit[] {
  const known = new Set(hits.map(({ type, id }) => `${type} ${id}`))
  const added = further.filter(({ type, id }) => !known.has(`${type} ${id}`))
  return added.length > 0 ? [...hits, ...added] : hits
}
