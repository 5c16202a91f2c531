import { Search } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'

/** A filter with a few values; '' for any. */
export interface ListFilter {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | null
  onChange: (value: string) => void
  wide?: boolean
}

export interface ListFiltersProps {
  /** "Search tenants" */
  label: string
  /** What the search covers. */
  placeholder: string
  search: string
  onSearch: (words: string) => void
  filters: readonly ListFilter[]
  /** Clears search and filters; absent if there is nothing to clear. */
  onClear: (() => void) | undefined
}

/** Search and filters above a list. */
export function ListFilters({ label, placeholder, search, onSearch, filters, onClear }: ListFiltersProps) {
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <FormRow label={label} labelHidden className="max-sm:col-span-2 sm:w-72">
        <Input
          type="search"
          icon={<Search size={14} />}
          placeholder={placeholder}
          maxLength={100}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </FormRow>
      {filters.map((filter) => (
        <FormRow
          key={filter.label}
          label={filter.label}
          labelHidden
          className={filter.wide ? 'sm:w-52' : 'sm:w-40'}
        >
          <Select
            placeholder={`Any ${filter.label.toLowerCase()}`}
            options={filter.options}
            value={filter.value ?? ''}
            onChange={(event) => filter.onChange(event.target.value)}
          />
        </FormRow>
      ))}
      {onClear ? (
        <Button variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}
