import { checkConfiguration } from '@/lib/telephony/routing/check'
import type { Problem } from '@/lib/telephony/routing/problems/problem'
import { keys } from './keys'
import { useMinute } from './use-minute'
import { type Query, useQuery } from './use-query'
import { useSnapshot } from './use-snapshot'

const HOUR_MS = 3_600_000

/** What is wrong with a tenant's configuration, checked again after every change and every hour; null as useSnapshot says. */
export function useProblems(tenantId: string): Query<Problem[] | null> {
  const asked = useSnapshot(tenantId)
  const snapshot = asked.data
  const hour = Math.ceil(useMinute() / HOUR_MS) * HOUR_MS
  const found = useQuery(
    snapshot ? keys.problems(tenantId, snapshot.version, hour) : null,
    async () => ({ tenantId, problems: snapshot ? await checkConfiguration(snapshot, hour) : [] }),
    {
      keepPreviousData: true,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
    },
  )
  // What is kept meanwhile may be another tenant's.
  const known = found.data?.tenantId === tenantId ? found.data.problems : undefined
  return {
    data: snapshot ? known : snapshot,
    error: asked.error ?? found.error,
    loading: asked.loading || found.loading,
    retry: asked.retry,
  }
}
