import { useDeferredValue } from 'react'
import { useFormContext } from 'react-hook-form'
import { SecretField } from '@/components/common/secret-field'
import { FileChanges } from '@/components/devices/file-changes'
import { KeyBoard } from '@/components/devices/key-board'
import { ModelField } from '@/components/devices/model-field'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { FormSection } from '@/components/ui/form-section'
import { useDestinations } from '@/hooks/use-destinations'
import { useExamplePhone, usePhoneConfiguration } from '@/hooks/use-phone-configuration'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { useTenantSettings } from '@/hooks/use-tenant-settings'
import type { RecordRow, RecordValues } from '@/lib/records/field'
import { fieldsOf } from '@/lib/records/resource'
import { profilePhoneEntries } from '@/lib/resources/phone-fields'
import { examplePhone, type ProfileValues, withProfile } from '@/lib/telephony/provisioning/example-phone'
import { unsupportedSettings } from '@/lib/telephony/provisioning/limits'
import type { PhoneOverrides } from '@/lib/telephony/provisioning/phone-settings'
import { SettingRows } from './setting-rows'

/** A device profile: its keys on a diagram of the phone, its settings, and what saving would change in the phones' files. */
export function ProfileEditor({ resource, stored }: EditorProps) {
  const { watch } = useFormContext<RecordValues>()
  const vendor = String(watch('vendor') ?? '')
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fields of={resource} names={['name', 'description', 'vendor']} />
        <ModelField vendor={vendor} hint="Its keys are drawn below." />
      </div>
      <FormSection title="Keys">
        <KeyBoard name="device_profile_keys" vendor={vendor} model={String(watch('model') ?? '')} />
      </FormSection>
      <FormSection title="Phone settings">
        <PhoneSettingFields vendor={vendor} model={String(watch('model') ?? '')} />
        {stored ? (
          <SecretField
            table="device_profiles"
            owner={stored.id}
            section={resource.section}
            field="admin_password"
            label="Phones’ administrator password"
            hint="Instead of the tenant’s."
            generate="password"
            opensOthers
          />
        ) : null}
      </FormSection>
      <FormSection title="Vendor parameters">
        <SettingRows />
      </FormSection>
      <FormSection title="What saving changes">
        <ProfileChanges stored={stored} />
      </FormSection>
    </>
  )
}

/** The profile's overrides of the tenant's settings, with notes on what the model does not support. */
function PhoneSettingFields({ vendor, model }: { vendor: string; model: string }) {
  const { id } = useCurrentTenant()
  const { stored } = useTenantSettings(id)
  const fields = fieldsOf(profilePhoneEntries((stored ?? {}) as PhoneOverrides))
  const hints = Object.entries(unsupportedSettings(vendor, model)).map(
    ([name, reason]) => [name, { hint: `Not on this model: ${reason}` }] as const,
  )
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      <Fields of={{ fields }} instead={Object.fromEntries(hints)} />
    </div>
  )
}

const BLANK: ProfileValues = {
  name: '',
  vendor: '',
  model: '',
  device_profile_keys: [],
  device_profile_settings: [],
}

/** What saving would change in the file of a phone that uses the profile, or of an example phone. */
function ProfileChanges({ stored }: { stored: RecordRow | null }) {
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
