import type { SessionLists } from '@/lib/live/session-lists'
import type { Company } from '@/lib/live/sources'
import type { SearchHit } from '@/lib/search/hits'

/** The full record behind a company or tenant hit. */
export function companyOfHit(lists: SessionLists | undefined, hit: SearchHit): Company | undefined {
  return hit.company && lists?.companies.get(hit.company.id)
}
