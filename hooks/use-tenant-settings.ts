import { useMemo } from 'react'
import useSWR from 'swr'
import { getSupabase } from '@/lib/supabase/browser-client'
import { loadSettings } from '@/lib/telephony/settings-client'
import { effectiveSettings } from '@/lib/telephony/tenant-settings'

/** A tenant's settings: as stored (null when nothing is), and as they take effect; undefined while loading. */
export function useTenantSettings(tenantId: string) {
  const { data, error, isValidating, mutate } = useSWR(
    ['tenant-settings', tenantId] as const,
    async ([, id]) => loadSettings(await getSupabase(), id),
  )
  const settings = useMemo(() => (data === undefined ? undefined : effectiveSettings(data)), [data])
  return {
    stored: data,
    settings,
    error: data === undefined ? error : undefined,
    loading: isValidating,
    retry: () => void mutate(),
  }
}
