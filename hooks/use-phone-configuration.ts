import useSWR from 'swr'
import { answerOf, dataOf } from '@/lib/supabase/answer'
import { getSupabase } from '@/lib/supabase/browser-client'
import type { PhoneConfiguration } from '@/lib/telephony/provisioning/configuration'
import type { KeyRow } from '@/lib/telephony/provisioning/key-rows'
import { withAddress } from '@/lib/telephony/provisioning/server-address'
import { useCurrentTenant, useCurrentTenantId } from './use-tenant'

/** What a phone's files are made of, without its secrets; null when there is no such phone for the reader. */
export function usePhoneConfiguration(deviceId: string | null | undefined) {
  const tenantId = useCurrentTenantId()
  return useSWR(
    deviceId ? (['record', 'phone-configuration', tenantId, deviceId] as const) : null,
    async ([, , tenant, device]) => {
      const answer = await (await getSupabase()).rpc('device_configuration', { tenant, device })
      const configuration = answerOf<PhoneConfiguration | null>(answer)
      return configuration && withAddress(configuration, window.location.origin)
    },
  )
}

/** A phone that follows a profile, as an example of them; null when none does. */
export function useExamplePhone(profileId: string | undefined) {
  return useSWR(
    profileId ? (['record', 'example-phone', profileId] as const) : null,
    async ([, , profile]) => {
      const rows = dataOf(
        await (await getSupabase())
          .from('devices')
          .select('id')
          .eq('profile_id', profile)
          .order('mac')
          .limit(1),
      )
      return rows[0]?.id ?? null
    },
  )
}

/** A profile's keys as they are stored. */
export function useProfileKeys(profileId: string | null) {
  return useSWR(
    profileId ? (['record', 'profile-keys', profileId] as const) : null,
    async ([, , profile]) => {
      const columns = 'id, category, position, type, line, value, destination_id, label'
      const keys = dataOf(
        await (await getSupabase())
          .from('device_profile_keys')
          .select(columns)
          .eq('profile_id', profile)
          .order('position'),
      )
      return keys as KeyRow[]
    },
  )
}

/** The last requests for a phone's files. */
export function useProvisioningRequests(deviceId: string) {
  const tenantId = useCurrentTenantId()
  return useSWR(
    ['record', 'provisioning-requests', tenantId, deviceId] as const,
    async ([, , tenant, device]) =>
      dataOf(
        await (await getSupabase())
          .from('provisioning_log')
          .select('id, requested_at, address, agent, file, status, bytes')
          .eq('tenant_id', tenant)
          .eq('device_id', device)
          .order('requested_at', { ascending: false })
          .limit(20),
      ),
  )
}

/** The stock item with a MAC address, for those who may set up phones. */
export function useStockItem(mac: string | undefined) {
  return useSWR(mac ? (['record', 'stock-item', mac] as const) : null, async ([, , wanted]) => {
    const items = dataOf(await (await getSupabase()).rpc('find_stock', { mac: wanted }))
    return items[0] ?? null
  })
}

/** The tenant's profiles for the phones of a maker. */
export function useProfilesOf(vendor: string) {
  const { id: tenantId } = useCurrentTenant()
  return useSWR(['record', 'profiles-of', tenantId, vendor] as const, async ([, , tenant, maker]) =>
    dataOf(
      await (await getSupabase())
        .from('device_profiles')
        .select('id, name')
        .eq('tenant_id', tenant)
        .eq('vendor', maker)
        .order('name'),
    ),
  )
}
