import type { Field } from '@/lib/records/field'
import { DestinationField } from './destination-field'
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
    <DestinationField field={field} picker={DestinationPicker} {...rest} />
  ) : (
    <PlainField field={field} {...rest} />
  )
}
