import { alikeTogether, companiesLike, companyDuplicates, type TypedCompany } from '@/lib/sales/companies'
import { previewMerge } from '@/lib/sales/company-merge'
import {
  companyName,
  findCompanies,
  listContacts,
  listOwners,
  loadOpportunity,
  opportunityChoices,
  opportunityHistory,
} from '@/lib/sales/opportunity'
import { readPipeline } from '@/lib/sales/pipeline'
import { listQuotes } from '@/lib/sales/quotes'
import { loadPlanStart } from '@/lib/sales/won-plan'
import type { Ahead } from './ahead'
import { keys } from './keys'
import { useNarrowed } from './use-narrowed'
import { useQuery } from './use-query'
import { useRested } from './use-rested'

/** What the sales board asks first. */
export const pipelineAhead: Ahead = () => [
  { key: keys.pipeline(), load: (supabase) => readPipeline(supabase) },
]

/** The board; of one owner if given. */
export const usePipeline = (owner: string | null) =>
  useQuery(
    owner ? keys.pipeline(owner) : keys.pipeline(),
    (supabase) => readPipeline(supabase, owner ?? undefined),
    { early: true, keepPreviousData: true },
  )

/** An opportunity with its lines and notes: undefined while loading, null when there is none for the reader. */
export const useOpportunity = (id: string | null) =>
  useQuery(id ? keys.opportunity(id) : null, (supabase) => loadOpportunity(supabase, id ?? ''))

/** Who changed what in an opportunity and its parts. */
export const useOpportunityHistory = (id: string) =>
  useQuery(keys.opportunity(id, 'history'), (supabase) => opportunityHistory(supabase, id))

/** The quotes of an opportunity, the newest version first. */
export const useQuotes = (id: string) =>
  useQuery(keys.opportunity(id, 'quotes'), (supabase) => listQuotes(supabase, id))

export const usePlanStart = (id: string | null) =>
  useQuery(id ? keys.opportunity(id, 'plan') : null, (supabase) => loadPlanStart(supabase, id ?? ''))

/** The opportunities to choose from, those that are not lost, the newest first: all of them if they are few, else those that fit. */
export const useOpportunityChoices = () => useNarrowed(keys.opportunities, opportunityChoices)

export const useOwners = () => useQuery(keys.owners(), listOwners)

export const useContacts = (companyId: string) =>
  useQuery(companyId ? keys.companies('contacts', companyId) : null, (supabase) =>
    listContacts(supabase, companyId),
  )

export const useCompanyName = (id: string) =>
  useQuery(id ? keys.companies('name', id) : null, (supabase) => companyName(supabase, id))

/** Companies found by words, once typing has paused; undefined while there is nothing to show. */
export function useCompaniesFound(words: string) {
  const rested = useRested(words.trim())
  return useQuery(rested.length > 1 ? keys.companies('found', rested) : null, (supabase) =>
    findCompanies(supabase, rested),
  )
}

/** Stored companies like the one in a form, once typing has paused; none until they are known. */
export function useCompaniesLike(typed: TypedCompany) {
  const text = JSON.stringify(typed)
  const rested = useRested(text)
  const { data } = useQuery(
    text === rested ? keys.companies('like', text) : null,
    (supabase) => companiesLike(supabase, typed),
    { keepPreviousData: true },
  )
  return data ?? []
}

/** The companies that may be there twice; none until they are known. */
export const useDuplicates = () =>
  useQuery(keys.companies('duplicates'), async (supabase) => alikeTogether(await companyDuplicates(supabase)))
    .data ?? []

/** What merging one company into another would do; null when one of the two is gone. */
export const useMergePreview = (kept: string, gone: string | undefined) =>
  useQuery(gone ? keys.companies('merge', kept, gone) : null, (supabase) =>
    previewMerge(supabase, kept, gone ?? ''),
  )
