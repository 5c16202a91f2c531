import { useCallback } from 'react'
import { fetchSnapshot, fetchSnapshotVersion } from '@/lib/tenants/snapshot-client'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'

/** How often a page that is looked at asks whether others have changed something. */
const ASK_AGAIN_MS = 15_000

/**
 * Everything that decides a tenant's calls; null when there is none for the reader. It is fetched once a version: the small
 * question for the version is asked on opening, after every save and now and then.
 */
export function useSnapshot(tenantId: string): Query<Awaited<ReturnType<typeof fetchSnapshot>>> {
  const version = useQuery(
    keys.snapshotVersion(tenantId),
    (supabase) => fetchSnapshotVersion(supabase, tenantId),
    { refreshInterval: ASK_AGAIN_MS },
  )
  const snapshot = useQuery(
    version.data === undefined ? null : keys.snapshot(tenantId, version.data),
    (supabase) => fetchSnapshot(supabase, tenantId),
    {
      keepPreviousData: true,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      compare: Object.is,
    },
  )
  const { retry: askVersion } = version
  const { retry: askSnapshot } = snapshot
  const retry = useCallback(async () => {
    await Promise.all([askVersion(), askSnapshot()])
  }, [askVersion, askSnapshot])
  // What is kept meanwhile may be another tenant's.
  const data = snapshot.data && snapshot.data.tenant.id !== tenantId ? undefined : snapshot.data
  return {
    data,
    error: version.error ?? snapshot.error,
    loading: version.loading || snapshot.loading,
    retry,
  }
}
