import type { RecordRow } from '../records/field'
import { saveRecord } from '../records/record-client'
import { answerOf } from '../supabase/answer'
import type { Supabase } from '../supabase/browser-client'
import { parseContactPhone } from '../validation/contact-phone'

/** What two companies have in common. */
export type MatchKind = 'name' | 'domain' | 'phone'

/** Companies that may be duplicates of each other. */
export interface DuplicateGroup {
  kind: MatchKind
  /** tenant_code: null without a tenant. */
  companies: { id: string; name: string; status: string; tenant_code: string | null }[]
}

export const MATCH_KINDS: Record<MatchKind, string> = {
  name: 'the same name',
  domain: 'the same web domain',
  phone: 'the same phone number',
}

/** The largest groups of possible duplicates. */
export async function companyDuplicates(supabase: Supabase): Promise<DuplicateGroup[]> {
  return answerOf<DuplicateGroup[]>(await supabase.rpc('company_duplicates'))
}

/** The same companies may share more than one thing. */
export interface SimilarCompanies {
  kinds: MatchKind[]
  companies: DuplicateGroup['companies']
}

/** The groups, one per set of companies, with everything they share. */
export function groupDuplicates(groups: readonly DuplicateGroup[]): SimilarCompanies[] {
  const bySet = new Map<string, SimilarCompanies>()
  for (const { kind, companies } of groups) {
    const key = companies
      .map(({ id }) => id)
      .sort()
      .join()
    const known = bySet.get(key)
    if (known) known.kinds.push(kind)
    else bySet.set(key, { kinds: [kind], companies })
  }
  return [...bySet.values()]
}

export interface TypedCompany {
  id: string
  name: string
  website: string
  phone: string
}

/** At most five other companies similar to the one being typed. */
export async function similarCompanies(
  supabase: Supabase,
  { id, name, website, phone }: TypedCompany,
): Promise<{ id: string; company_name: string; kind: MatchKind }[]> {
  const asked = {
    company: id,
    name,
    website: website.trim() || undefined,
    phone: parseContactPhone(phone),
  }
  return answerOf(await supabase.rpc('similar_companies', asked))
}

/** Makes a prospect an active customer, if it is still at the version the user saw; it keeps its id. Throws Refusal. */
export async function convertToCustomer(
  supabase: Supabase,
  { id, version }: Pick<RecordRow, 'id' | 'version'>,
): Promise<void> {
  const save = { id, tenantId: null, expectedVersion: version, values: { status: 'active' } }
  await saveRecord(supabase, { table: 'companies' }, save)
}
