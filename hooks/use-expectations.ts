import type { Supabase } from '@/lib/supabase/browser-client'
import type { TenantSnapshot } from '@/lib/telephony/routing/snapshot'
import { checkExpectations } from '@/lib/telephony/simulator/check-expectations'
import type { Expectation, Verdict } from '@/lib/telephony/simulator/expectation'
import { listExpectations } from '@/lib/telephony/simulator/expectation-client'
import { fetchSnapshot } from '@/lib/tenants/snapshot-client'
import { keys } from './keys'
import { useMinute } from './use-minute'
import { type Query, useQuery } from './use-query'

const ASKED_ONLY = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
} as const

/**
 * The expectations about a tenant's calls, by name, each with whether it is met now: re-evaluated after every change and every minute.
 */
export function useVerdicts(snapshot: TenantSnapshot): Query<Verdict[]> {
  const tenantId = snapshot.tenant.id
  const minute = useMinute()
  const stored = useQuery(keys.expectations(tenantId), (supabase) => listExpectations(supabase, tenantId))
  const expectations = stored.data
  const versions = expectations?.map(({ id, version }) => `${id} ${version}`).join()
  const verdicts = useQuery(
    expectations ? keys.verdicts(tenantId, snapshot.version, minute, versions) : null,
    async () => verdictsOf(snapshot, expectations ?? [], minute),
    { ...ASKED_ONLY, keepPreviousData: true },
  )
  return {
    data: verdicts.data,
    error: stored.error ?? verdicts.error,
    loading: stored.loading || verdicts.loading,
    retry: stored.retry,
  }
}

/** The expectations not met after a write on this page; undefined until then. */
export function useBrokenSinceWrite(tenantId: string): Verdict[] | undefined {
  const broken = useQuery(
    keys.brokenExpectations(tenantId),
    (supabase) => brokenNow(supabase, tenantId),
    // A write refreshes all data of the tenant, including this.
    { ...ASKED_ONLY, revalidateOnMount: false },
  )
  return broken.data
}

async function brokenNow(supabase: Supabase, tenantId: string): Promise<Verdict[]> {
  const expectations = await listExpectations(supabase, tenantId)
  if (expectations.length === 0) return []
  const snapshot = await fetchSnapshot(supabase, tenantId)
  if (!snapshot) return []
  return (await verdictsOf(snapshot, expectations, Date.now())).filter(({ holds }) => !holds)
}

async function verdictsOf(
  snapshot: TenantSnapshot,
  expectations: readonly Expectation[],
  now: number,
): Promise<Verdict[]> {
  return expectations.length === 0 ? [] : checkExpectations(snapshot, expectations, now)
}
