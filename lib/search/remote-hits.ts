import { dataOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { formatContactPhone } from '../validation/contact-phone'
import type { HitType, SearchHit } from './hits'

/** Fewer characters would match almost everything. */
export const REMOTE_SEARCH_FROM = 3

/** Hits that the database finds beyond the session's lists (public.find_other_records), with links to their own pages. */
export async function findRemote(supabase: Supabase, words: string): Promise<SearchHit[]> {
  const found = dataOf(await supabase.rpc('find_other_records', { words }))
  return found.map(({ kind, id, name, description, tenant_id }) => ({
    id,
    name,
    description: description.replace(/\+[1-9]\d{6,14}(?:;ext=\d{1,8})?$/, formatContactPhone),
    type: kind as HitType,
    ...(tenant_id ? { tenantId: tenant_id } : {}),
  }))
}

/** Appends further hits, without repeating any that are there already. */
export function withRemoteHits(
  hits: readonly SearchHit[],
  further: readonly SearchHit[],
): readonly SearchHit[] {
  const known = new Set(hits.map(({ type, id }) => `${type} ${id}`))
  const added = further.filter(({ type, id }) => !known.has(`${type} ${id}`))
  return added.length > 0 ? [...hits, ...added] : hits
}
