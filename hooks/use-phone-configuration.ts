import { answerOf, dataOf } from '@/lib/supabase/answer'
import type { PhoneConfiguration } from '@/lib/telephony/provisioning/configuration'
import type { KeyRow } from '@/lib/telephony/provisioning/key-rows'
import { withAddress } from '@/lib/telephony/provisioning/server-address'
import { keys } from './keys'
import { useQuery } from './use-query'
import { useCurrentTenantId } from './use-tenant'

/** Polling interval for the requests of phones that somebody waits for. */
export const REQUESTS_AGAIN_MS = 3000

/** A phone's provisioning data without secrets; null if the user sees no such phone. */
export function usePhoneConfiguration(device: string | null | undefined) {
  const tenant = useCurrentTenantId()
  return useQuery(device ? keys.phone(tenant, device) : null, async (supabase) => {
    const answer = await supabase.rpc('device_configuration', { tenant, device: device ?? '' })
    const configuration = answerOf<PhoneConfiguration | null>(answer)
    return configuration && withAddress(configuration, window.location.origin)
  })
}

/** A phone that uses a profile, as an example; null if there is none. */
export function useExamplePhone(profile: string | undefined) {
  const tenant = useCurrentTenantId()
  return useQuery(profile ? keys.profile(tenant, 'example', profile) : null, async (supabase) => {
    const phones = supabase
      .from('devices')
      .select('id')
      .eq('profile_id', profile ?? '')
    const [first] = dataOf(await phones.order('mac').limit(1))
    return first?.id ?? null
  })
}

/** The keys that a profile of the page's tenant gives its phones, by position. */
export function useProfileKeys(profile: string | null) {
  const tenant = useCurrentTenantId()
  return useQuery(profile ? keys.profile(tenant, 'keys', profile) : null, async (supabase) => {
    const rows = supabase
      .from('device_profile_keys')
      .select('id, category, position, type, line, value, destination_id, label')
      .eq('profile_id', profile ?? '')
    return dataOf(await rows.order('position')) as KeyRow[]
  })
}

/** The profiles of the page's tenant for phones of a vendor ('' for those of any), by name. */
export function useProfilesOf(vendor: string) {
  const tenant = useCurrentTenantId()
  return useQuery(keys.profile(tenant, 'of', vendor), async (supabase) => {
    const profiles = supabase.from('device_profiles').select('id, name').eq('tenant_id', tenant)
    return dataOf(await profiles.eq('vendor', vendor).order('name'))
  })
}

/** The last requests for a phone's files, those that were turned away among them; whoever plugs the phone in sees them arrive. */
export function useProvisioningRequests(device: string) {
  const tenant = useCurrentTenantId()
  return useQuery(
    keys.phoneRequests(tenant, device),
    async (supabase) =>
      dataOf(
        await supabase
          .from('provisioning_log')
          .select('id, requested_at, address, agent, file, account, status, bytes')
          .eq('tenant_id', tenant)
          .eq('device_id', device)
          .order('requested_at', { ascending: false })
          .limit(20),
      ),
    { refreshInterval: REQUESTS_AGAIN_MS },
  )
}
