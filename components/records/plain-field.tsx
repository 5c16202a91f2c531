import { type ControllerRenderProps, type RefCallBack, useController } from 'react-hook-form'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import type { Field, RecordValues } from '@/lib/records/field'
import { minutesToTime, timeToMinutes } from '@/lib/validation/time'
import { ReferenceSelect } from './reference-select'

export type PlainFieldProps = {
  field: Exclude<Field, { kind: 'secret' } | { kind: 'destination' }>
  /** Where the value stands in the form, when not under the field's own name: "members.0.delay". */
  name?: string
  disabled?: boolean
  labelHidden?: boolean
}

/** A field of the form around it, of any kind but secrets and destinations. */
export function PlainField({ field, name = field.name, disabled, labelHidden }: PlainFieldProps) {
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
        field={field}
        name={name}
        inputRef={ref}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        disabled={disabled}
      />
    </FormRow>
  )
}

function Control({
  field,
  name,
  inputRef,
  value,
  onChange,
  onBlur,
  disabled,
}: Pick<ControllerRenderProps<RecordValues>, 'name' | 'value' | 'onChange' | 'onBlur'> & {
  field: Exclude<PlainFieldProps['field'], { kind: 'switch' }>
  inputRef: RefCallBack
  disabled: boolean | undefined
}) {
  const common = { name, onBlur, ref: inputRef, disabled, placeholder: field.placeholder }
  const text = value === null || value === undefined ? '' : String(value)
  switch (field.kind) {
    case 'reference':
      return (
        <ReferenceSelect
          to={field.to}
          value={(value as string | null) ?? null}
          onChange={onChange}
          disabled={disabled}
          required={field.required}
          noneLabel={field.placeholder}
        />
      )
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
    case 'time':
      return (
        <Input
          {...common}
          type="time"
          value={typeof value === 'number' ? minutesToTime(value) : ''}
          onChange={(event) => onChange(event.target.value ? timeToMinutes(event.target.value) : null)}
        />
      )
    case 'date':
      return (
        <Input
          {...common}
          type="date"
          value={text}
          onChange={(event) => onChange(event.target.value || null)}
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
    case 'phone':
      return <Input {...common} type="tel" autoComplete="off" value={text} onChange={onChange} />
    case 'mac':
      return (
        <Input
          {...common}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={onChange}
        />
      )
    case 'text':
      return (
        <Input {...common} autoComplete="off" maxLength={field.maxLength} value={text} onChange={onChange} />
      )
  }
}

function hintOf(field: Field, value: unknown): string | undefined {
  if (field.kind === 'select') {
    return field.options.find((option) => option.value === value)?.hint ?? field.hint
  }
  if (field.kind === 'number' && field.unit) {
    const range =
      field.min !== undefined && field.max !== undefined
        ? `, ${field.min.toLocaleString('en')}–${field.max.toLocaleString('en')}`
        : ''
    return field.hint ?? `In ${field.unit}${range}.`
  }
  return field.hint
}
