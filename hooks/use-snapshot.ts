import { useCallback } from 'react'
import { fetchSnapshot, fetchSnapshotVersion } from '@/lib/tenants/snapshot-client'
import { keys } from './keys'
import { type Query, useQuery } from './use-query'

/** Polling interval of a visible page for changes by others. */
const ASK_AGAIN_MS = 15_000

/**
 * Everything that determines a tenant's call routing; null if the user sees none. It is fetched once per version; the version is
 * checked on opening, after every save and periodically.
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
  // The kept snapshot may be another tenant's, and is not the saved configuration if that cannot be loaded.
  const isOther = snapshot.data && snapshot.data.tenant.id !== tenantId
  const data = isOther || (snapshot.outdated && snapshot.error) ? undefined : snapshot.data
  return {
    data,
    error: version.error ?? snapshot.error,
    loading: version.loading || snapshot.loading,
    retry,
  }
}
