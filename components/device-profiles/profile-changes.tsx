import { useDeferredValue } from 'react'
import { useFormContext } from 'react-hook-form'
import { FileChanges } from '@/components/devices/file-changes'
import { useDestinations } from '@/hooks/use-destinations'
import { useExamplePhone, usePhoneConfiguration } from '@/hooks/use-phone-configuration'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useTenantSettings } from '@/hooks/use-tenant-settings'
import type { RecordRow } from '@/lib/records/field'
import { examplePhone, type ProfileValues, withProfile } from '@/lib/telephony/provisioning/example-phone'
import type { PhoneOverrides } from '@/lib/telephony/provisioning/phone-settings'

const BLANK: ProfileValues = {
  name: '',
  vendor: '',
  model: '',
  device_profile_keys: [],
  device_profile_settings: [],
}

/** What saving the profile will change in the file of a phone that follows it, or of an example while none does. */
export function ProfileChanges({ stored }: { stored: RecordRow | null }) {
  const { id, domain, time_zone: timeZone } = useCurrentTenant()
  const { stored: tenantSettings } = useTenantSettings(id)
  const { watch } = useFormContext<ProfileValues>()
  const values = useDeferredValue(watch())
  const { data: exampleId } = useExamplePhone(stored?.id)
  const { data: example } = usePhoneConfiguration(exampleId)
  const earlier = (stored as ProfileValues | null) ?? {
    ...BLANK,
    vendor: values.vendor,
    model: values.model,
  }
  const { byId } = useDestinations(
    [...earlier.device_profile_keys, ...values.device_profile_keys].map(({ destination_id: id }) => id),
  )
  const phone = example ?? examplePhone(domain, timeZone, (tenantSettings ?? {}) as PhoneOverrides)
  const reached = (id: string) => {
    const { identifier = '', label = '' } = byId.get(id) ?? {}
    const number = /^transfer:(\S+)/.exec(identifier)?.[1] ?? ''
    return { number, name: label.replace(`${number} `, '') }
  }

  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-text-muted">
        {example
          ? `In the file of ${example.label || example.mac}, one of its phones:`
          : 'No phone follows it yet. In the file of an example:'}
      </p>
      <FileChanges
        before={withProfile(phone, earlier, reached)}
        after={withProfile(phone, values, reached)}
      />
    </div>
  )
}
