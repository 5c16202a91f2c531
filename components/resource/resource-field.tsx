import { useController } from 'react-hook-form'
import { FormRow } from '@/components/ui/form-row'
import type { Field, RecordValues } from '@/lib/resources/resource'
import { DestinationPicker } from './destination-picker'
import { PlainField } from './plain-field'

export type ResourceFieldProps = {
  field: Exclude<Field, { kind: 'secret' }>
  /** Where the value stands in the form, when not under the field's own name: "members.0.delay". */
  name?: string
  disabled?: boolean
  labelHidden?: boolean
}

/** One field of the form around it (react-hook-form's FormProvider), by its kind. */
export function ResourceField({ field, ...rest }: ResourceFieldProps) {
  return field.kind === 'destination' ? (
    <DestinationField field={field} {...rest} />
  ) : (
    <PlainField field={field} {...rest} />
  )
}

function DestinationField({ field, name = field.name, disabled, labelHidden }: ResourceFieldProps) {
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
      <DestinationPicker
        value={(value as string | null) ?? null}
        onChange={onChange}
        noneLabel={field.placeholder ?? (field.required ? 'Choose a destination' : undefined)}
        clearable={!field.required}
        disabled={disabled}
      />
    </FormRow>
  )
}
