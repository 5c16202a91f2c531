import {
  companyDuplicates,
  groupDuplicates,
  similarCompanies,
  type TypedCompany,
} from '@/lib/sales/companies'
import { previewMerge } from '@/lib/sales/company-merge'
import {
  companyName,
  findCompanies,
  listContacts,
  listOwners,
  loadOpportunity,
  opportunityHistory,
} from '@/lib/sales/opportunity'
import { readPipeline } from '@/lib/sales/pipeline'
import { listQuotes, usualTerms } from '@/lib/sales/quotes'
import { loadPlanStart } from '@/lib/sales/won-plan'
import { keys } from './keys'
import type { Ahead } from './prefetch'
import { useDebounced } from './use-debounced'
import { useFollowed } from './use-followed-list'
import { useQuery } from './use-query'

/** The first queries of the sales board. */
export const prefetchPipeline: Ahead = () => [
  { key: keys.pipeline(), load: (supabase) => readPipeline(supabase) },
]

/** The board; of one owner if given. */
export const usePipeline = (owner: string | null) =>
  useQuery(
    owner ? keys.pipeline(owner) : keys.pipeline(),
    (supabase) => readPipeline(supabase, owner ?? undefined),
    { early: true },
  )

/** An opportunity with its lines and notes: undefined while loading, null if the user sees none. */
export const useOpportunity = (id: string | null) =>
  useQuery(id ? keys.opportunity(id) : null, (supabase) => loadOpportunity(supabase, id ?? ''), {
    early: 'first',
  })

/** The history of an opportunity and its child rows. */
export const useOpportunityHistory = (id: string) =>
  useQuery(keys.opportunity(id, 'history'), (supabase) => opportunityHistory(supabase, id), { early: true })

/** An opportunity's quotes, newest version first. What customers and others do with them shows at once, in its history as well. */
export function useQuotes(id: string) {
  useFollowed({ table: 'quotes', tenantId: null }, keys.opportunity(id))
  return useQuery(keys.opportunity(id, 'quotes'), (supabase) => listQuotes(supabase, id), { early: true })
}

/** The company's terms, for a first quote. */
export const useUsualTerms = (wanted: boolean) => useQuery(wanted ? keys.quoteTerms() : null, usualTerms)

/** What a plan starts from; with an `opening` of its own, a dialog shows nothing that was read before it opened. */
export const usePlanStart = (id: string | null, opening = '') =>
  useQuery(id ? keys.opportunity(id, 'plan', opening) : null, (supabase) => loadPlanStart(supabase, id ?? ''))

/** Users who may own a company or an opportunity, and users who do, by name. */
export const useOwners = () => useQuery(keys.owners(), listOwners)

/** A company's contacts, by name; asks for none without a company. */
export const useContacts = (companyId: string) =>
  useQuery(companyId ? keys.companies('contacts', companyId) : null, (supabase) =>
    listContacts(supabase, companyId),
  )

/** A company's name; null if the user may not see it. */
export const useCompanyName = (id: string) =>
  useQuery(id ? keys.companies('name', id) : null, (supabase) => companyName(supabase, id))

/** Companies matching the typed words, once typing pauses; undefined if there is nothing to show. */
export function useCompaniesFound(words: string) {
  const rested = useDebounced(words.trim())
  return useQuery(rested.length > 1 ? keys.companies('found', rested) : null, (supabase) =>
    findCompanies(supabase, rested),
  )
}

/** Stored companies similar to the one in a form, once typing pauses; empty while loading. */
export function useCompaniesLike(typed: TypedCompany) {
  const text = JSON.stringify(typed)
  const rested = useDebounced(text)
  const { data } = useQuery(
    text === rested ? keys.companies('like', text) : null,
    (supabase) => similarCompanies(supabase, typed),
    { keepPreviousData: true },
  )
  return data ?? []
}

/** Possible duplicate companies; empty while loading. */
export const useDuplicates = () =>
  useQuery(keys.companies('duplicates'), async (supabase) =>
    groupDuplicates(await companyDuplicates(supabase)),
  ).data ?? []

/** A preview of merging two companies; null if one of them is gone. */
export const useMergePreview = (kept: string, gone: string | undefined) =>
  useQuery(gone ? keys.companies('merge', kept, gone) : null, (supabase) =>
    previewMerge(supabase, kept, gone ?? ''),
  )
