import useSWR from 'swr'
import {
  companyName,
  findCompanies,
  listContacts,
  listOwners,
  loadOpportunity,
  opportunityHistory,
} from '@/lib/sales/opportunity'
import { loadPlanStart } from '@/lib/sales/won-plan'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useRested } from './use-rested'

/** An opportunity with its lines and notes: undefined while loading, null when there is none for the reader. */
export function useOpportunity(id: string | null) {
  return useSWR(id ? (['opportunity', id] as const) : null, async ([, wanted]) =>
    loadOpportunity(await getSupabase(), wanted),
  )
}

/** Who changed what in an opportunity and its parts. */
export function useOpportunityHistory(id: string) {
  return useSWR(['trail', 'opportunity', id] as const, async ([, , wanted]) =>
    opportunityHistory(await getSupabase(), wanted),
  )
}

/** What a won opportunity's plan starts from. */
export function usePlanStart(id: string | null) {
  return useSWR(id ? (['won-plan', id] as const) : null, async ([, wanted]) =>
    loadPlanStart(await getSupabase(), wanted),
  )
}

/** Who may own a company or an opportunity, and who does. */
export function useOwners() {
  return useSWR('owners', async () => listOwners(await getSupabase()))
}

/** The people of a company. */
export function useContacts(companyId: string) {
  return useSWR(companyId ? (['contacts-of', companyId] as const) : null, async ([, id]) =>
    listContacts(await getSupabase(), id),
  )
}

/** A company's name. */
export function useCompanyName(id: string) {
  return useSWR(id ? (['company-name', id] as const) : null, async ([, wanted]) =>
    companyName(await getSupabase(), wanted),
  )
}

const TYPING_PAUSE_MS = 200

/** Companies found by words, once typing rests; undefined while there is nothing to show. */
export function useCompaniesFound(words: string) {
  const settled = useRested(words.trim(), TYPING_PAUSE_MS)
  return useSWR(settled.length > 1 ? (['companies-found', settled] as const) : null, async ([, wanted]) =>
    findCompanies(await getSupabase(), wanted),
  )
}
