import { useFormContext } from 'react-hook-form'
import { KeyBoard } from '@/components/devices/key-board'
import { ModelField } from '@/components/devices/model-field'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { SecretField } from '@/components/records/secret-field'
import { FormSection } from '@/components/ui/form-section'
import type { RecordValues } from '@/lib/records/field'
import { PhoneSettingFields } from './phone-setting-fields'
import { ProfileChanges } from './profile-changes'
import { SettingRows } from './setting-rows'

/** A profile: its keys on a picture of the phone, its settings, and what saving changes in the phones' files. */
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
