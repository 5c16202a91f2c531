import { useId } from 'react'
import { useController } from 'react-hook-form'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import type { RecordValues } from '@/lib/records/field'
import { DEVICES } from '@/lib/supabase/constraints'
import { isKnownModel, modelsOf, noFileFor } from '@/lib/telephony/provisioning/models'
import { isProvisionedVendor } from '@/lib/telephony/provisioning/vendors'

/** A phone's model: free text, with the vendor's known models suggested. */
export function ModelField({ vendor, hint }: { vendor: string; hint?: string }) {
  const listId = useId()
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController<RecordValues>({ name: 'model' })
  const model = String(value ?? '')
  const unknown =
    isProvisionedVendor(vendor) && model && !isKnownModel(vendor, model)
      ? (noFileFor(vendor, model) ?? 'Unknown model: its file is written for six lines and six keys.')
      : undefined
  return (
    <FormRow label="Model" hint={unknown ?? hint} error={fieldState.error?.message}>
      <Input
        list={listId}
        autoComplete="off"
        maxLength={DEVICES.model.maxLength}
        name="model"
        ref={ref}
        value={model}
        onChange={onChange}
        onBlur={onBlur}
      />
      <datalist id={listId}>
        {modelsOf(vendor).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormRow>
  )
}
