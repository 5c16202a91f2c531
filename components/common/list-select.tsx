import { Combobox, type ComboboxProps } from '@/components/ui/combobox'
import type { Typeahead } from '@/hooks/use-typeahead'
import { failureMessage } from '@/lib/errors'

const NONE = 'none'

export type ListSelectProps = Pick<
  ComboboxProps,
  'options' | 'searchLabel' | 'actions' | 'emptyText' | 'disabled' | 'aria-label'
> &
  Pick<Typeahead<unknown>, 'list' | 'error' | 'retry'> & {
    value: string | null
    onChange: (id: string | null) => void
    /** The label of the selection; undefined while loading. */
    label: string | undefined
    noneLabel: string
    clearable: boolean
  }

/** Selects one item, or none, with type-ahead. */
export function ListSelect({
  value,
  onChange,
  label,
  noneLabel,
  clearable,
  options,
  list,
  error,
  ...box
}: ListSelectProps) {
  return (
    <Combobox
      {...box}
      {...list}
      failure={error ? failureMessage(error) : undefined}
      value={value ?? NONE}
      text={value ? (label ?? '…') : noneLabel}
      muted={!value}
      options={options && [...(clearable ? [{ value: NONE, label: noneLabel }] : []), ...options]}
      onSelect={(id) => onChange(id === NONE ? null : id)}
    />
  )
}
