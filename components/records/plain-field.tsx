import type { ComponentType, InputHTMLAttributes } from 'react'
import { type ControllerRenderProps, type RefCallBack, useController } from 'react-hook-form'
import { NEW_RECORD_BUTTONS } from '@/components/common/new-record-buttons'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import type { Field, RecordValues } from '@/lib/records/field'
import { ReferenceSelect } from './reference-select'

/** Any field except a secret, which is not part of the form. */
export type FormField = Exclude<Field, { kind: 'secret' }>

export type DestinationPickerProps = {
  /** The destination's id, or null for none. */
  value: string | null
  onChange: (id: string | null) => void
  /** The kinds to offer; all by default. */
  kinds?: readonly string[]
  /** Label for null. */
  noneLabel?: string
  /** Whether null can be chosen. */
  clearable?: boolean
  disabled?: boolean
  'aria-label'?: string
}

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
export function PlainField(props: PlainFieldProps) {
  const { field, name = field.name, disabled, labelHidden } = props
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController<RecordValues>({ name })
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
      <Control
        {...props}
        field={field}
        name={name}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        inputRef={ref}
      />
    </FormRow>
  )
}

function Control({
  field,
  name,
  value,
  onChange,
  onBlur,
  inputRef,
  disabled,
  picker: Picker,
}: PlainFieldProps &
  Pick<ControllerRenderProps<RecordValues>, 'name' | 'value' | 'onChange' | 'onBlur'> & {
    field: Exclude<FormField, { kind: 'switch' }>
    inputRef: RefCallBack
  }) {
  const common = { name, onBlur, ref: inputRef, disabled, placeholder: field.placeholder }
  const text = value === null || value === undefined ? '' : String(value)
  const id = (value as string | null) ?? null
  switch (field.kind) {
    case 'destination':
      return (
        <Picker
          value={id}
          onChange={onChange}
          noneLabel={field.placeholder ?? (field.required ? 'Choose a destination' : undefined)}
          clearable={!field.required}
          disabled={disabled}
        />
      )
    case 'reference': {
      const NewRecordButton = NEW_RECORD_BUTTONS[field.to.table]
      return (
        <>
          <ReferenceSelect
            to={field.to}
            value={id}
            onChange={onChange}
            disabled={disabled}
            required={field.required}
            noneLabel={field.placeholder}
          />
          {NewRecordButton && !disabled ? <NewRecordButton onMade={onChange} /> : null}
        </>
      )
    }
    case 'select':
      return (
        <Select
          {...common}
          options={field.options}
          placeholder={field.placeholder ?? (field.required ? undefined : 'None')}
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
          value={text}
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
      const maxLength = field.kind === 'text' ? field.maxLength : undefined
      return (
        <Input {...common} {...INPUTS[field.kind]} maxLength={maxLength} value={text} onChange={onChange} />
      )
    }
  }
}

function hintOf(field: Field, value: unknown): string | undefined {
  if (field.kind === 'select') {
    return field.options.find((option) => option.value === value)?.hint ?? field.hint
  }
  if (field.kind !== 'number' || !field.unit || field.hint !== undefined) return field.hint
  const { min, max, unit } = field
  const range =
    min === undefined || max === undefined ? '' : `, ${min.toLocaleString('en')}–${max.toLocaleString('en')}`
  return `In ${unit}${range}.`
}
