import type { ComponentType, InputHTMLAttributes } from 'react'
import { useController } from 'react-hook-form'
import type { DestinationPickerProps } from '@/components/common/destination-picker'
import { NEW_RECORD_BUTTONS } from '@/components/common/new-record-buttons'
import { ReferenceSelect } from '@/components/common/reference-select'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { formatFigure } from '@/lib/figures'
import type { Choice, Field, RecordValues } from '@/lib/records/field'

/** Any field except a secret, which is not part of the form. */
type FormField = Exclude<Field, { kind: 'secret' }>

export type PlainFieldProps = {
  field: FormField
  /** The value's path in the form, if not the field's name: "members.0.delay". */
  name?: string
  disabled?: boolean
  labelHidden?: boolean
  /** The destination picker. It opens forms with such fields, so this file cannot import it. */
  picker: ComponentType<DestinationPickerProps>
}

const INPUTS: Partial<Record<Field['kind'], InputHTMLAttributes<HTMLInputElement>>> = {
  text: { autoComplete: 'off' },
  phone: { autoComplete: 'off', type: 'tel' },
  mac: { autoComplete: 'off', spellCheck: false, className: 'font-mono' },
  date: { type: 'date' },
}

/** A field of the surrounding form. */
export function PlainField({ field, name = field.name, disabled, labelHidden, picker }: PlainFieldProps) {
  const { field: bound, fieldState } = useController<RecordValues>({ name })
  const { value, onChange, onBlur, ref } = bound
  const error = fieldState.error?.message
  if (field.kind === 'switch') {
    return (
      <Switch
        label={field.label}
        labelHidden={labelHidden}
        hint={error ?? field.hint}
        disabled={disabled}
        ref={ref}
        checked={value === true}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  }
  return (
    <FormRow
      label={field.label}
      labelHidden={labelHidden}
      hint={hintOf(field, value)}
      error={error}
      required={field.required}
    >
      <Control {...bound} field={field} placeholder={field.placeholder} disabled={disabled} picker={picker} />
    </FormRow>
  )
}

function Control({
  field,
  picker: Picker,
  value,
  onChange,
  ...common
}: Omit<ReturnType<typeof useController<RecordValues>>['field'], 'value'> & {
  field: Exclude<FormField, { kind: 'switch' }>
  value: unknown
  placeholder?: string
  picker: PlainFieldProps['picker']
}) {
  const { placeholder, disabled } = common
  const { required } = field
  const text = value === null || value === undefined ? '' : String(value)
  const chosen = { value: (value as string | null) ?? null, onChange, disabled }
  switch (field.kind) {
    case 'destination':
      return (
        <Picker
          {...chosen}
          noneLabel={placeholder ?? (required ? 'Choose a destination' : undefined)}
          clearable={!required}
        />
      )
    case 'reference': {
      const NewRecordButton = NEW_RECORD_BUTTONS[field.to.table]
      return (
        <>
          <ReferenceSelect {...chosen} to={field.to} required={required} noneLabel={placeholder} />
          {NewRecordButton && !disabled ? <NewRecordButton onMade={onChange} /> : null}
        </>
      )
    }
    case 'select':
      return (
        <Select
          {...common}
          options={withStored(field, text)}
          placeholder={placeholder ?? (required ? undefined : 'None')}
          value={text}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
    case 'number':
      return (
        <Input
          {...common}
          type="number"
          inputMode="decimal"
          step="any"
          min={field.min}
          max={field.max}
          // React compares a number with what is typed by value, and leaves "8.0" as it is on the way to 8.05.
          value={typeof value === 'number' ? value : text}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
        />
      )
    case 'list':
      return (
        <Textarea
          {...common}
          value={Array.isArray(value) ? value.join('\n') : text}
          onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
        />
      )
    case 'textarea':
      return <Textarea {...common} maxLength={field.maxLength} value={text} onChange={onChange} rows={3} />
    default: {
      const { maxLength, keyboard } = field.kind === 'text' ? field : {}
      return (
        <Input
          {...common}
          {...INPUTS[field.kind]}
          inputMode={keyboard}
          maxLength={maxLength}
          value={text}
          onChange={onChange}
        />
      )
    }
  }
}

/** The choices, and a stored value that is none of them. */
function withStored(
  { options, open }: Extract<FormField, { kind: 'select' }>,
  text: string,
): readonly Choice[] {
  if (!open || text === '' || options.some(({ value }) => value === text)) return options
  return [...options, { value: text, label: text }]
}

function hintOf(field: Field, value: unknown): string | undefined {
  if (field.kind === 'select') {
    return field.options.find((option) => option.value === value)?.hint ?? field.hint
  }
  if (field.kind !== 'number' || !field.unit || field.hint !== undefined) return field.hint
  const { min, max, unit } = field
  const range = min === undefined || max === undefined ? '' : `, ${formatFigure(min)}–${formatFigure(max)}`
  return `In ${unit}${range}.`
}
