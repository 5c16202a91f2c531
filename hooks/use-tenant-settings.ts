import { useMemo } from 'react'
import { registeredNumbers } from '@/lib/telephony/emergency-registration'
import { emergencySituation, featureCodes, loadSettings, tenantTerms } from '@/lib/telephony/settings-client'
import { effectiveSettings } from '@/lib/telephony/tenant-settings'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

/** A tenant's settings: as stored (null if there are none), and effective; undefined while loading. */
export function useTenantSettings(tenantId: string) {
  const { data } = useQuery(keys.tenantSettings(tenantId), (supabase) => loadSettings(supabase, tenantId))
  const settings = useMemo(() => (data === undefined ? undefined : effectiveSettings(data)), [data])
  return { stored: data, settings }
}

/** Settings that are never inherited: time zone and purchased seats. */
export const useTenantTerms = (tenantId: string) =>
  useQuery(keys.tenantTerms(tenantId), (supabase) => tenantTerms(supabase, tenantId))

/** The feature codes of the page's tenant, by name. */
export function useFeatureCodes() {
  const tenantId = useCurrentTenantId()
  return useQuery(keys.featureCodes(tenantId), (supabase) => featureCodes(supabase, tenantId))
}

/** Data for the 911 check of the page's tenant. */
export function useEmergencySituation() {
  const tenantId = useCurrentTenantId()
  return useQuery(keys.emergency(tenantId, 'situation'), (supabase) => emergencySituation(supabase, tenantId))
}

/** Numbers of the page's tenant with a 911 registration, whatever its state. */
export function useRegisteredNumbers() {
  const tenantId = useCurrentTenantId()
  return useQuery(keys.emergency(tenantId, 'registered'), (supabase) => registeredNumbers(supabase, tenantId))
}
