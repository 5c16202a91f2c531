import type { ComponentType } from 'react'
import { useController } from 'react-hook-form'
import { FormRow } from '@/components/ui/form-row'
import type { Field, RecordValues } from '@/lib/records/field'

export type DestinationPickerProps = {
  /** The destination's id, or null for none. */
  value: string | null
  onChange: (id: string | null) => void
  /** Only these kinds are offered; all unless said otherwise. */
  kinds?: readonly string[]
  /** What stands for null. */
  noneLabel?: string
  /** Whether null can be chosen. */
  clearable?: boolean
  disabled?: boolean
  'aria-label'?: string
}

export interface DestinationFieldProps {
  field: Field
  name?: string
  disabled?: boolean
  labelHidden?: boolean
  /** The destination picker: it opens forms that hold such fields themselves, so they cannot import it. */
  picker: ComponentType<DestinationPickerProps>
}

/** A field of the form around it that says where calls go. */
export function DestinationField({
  field,
  name = field.name,
  disabled,
  labelHidden,
  picker: Picker,
}: DestinationFieldProps) {
  const {
    field: { value, onChange },
    fieldState,
  } = useController<RecordValues>({ name })
  return (
    <FormRow
      label={field.label}
      labelHidden={labelHidden}
      hint={field.hint}
      error={fieldState.error?.message}
      required={field.required}
    >
      <Picker
        value={(value as string | null) ?? null}
        onChange={onChange}
        noneLabel={field.placeholder ?? (field.required ? 'Choose a destination' : undefined)}
        clearable={!field.required}
        disabled={disabled}
      />
    </FormRow>
  )
}
