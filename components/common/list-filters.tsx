import { ListFilter as FilterIcon, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { toFirstField } from '@/components/ui/to-first-field'
import type { Choice } from '@/lib/records/field'

/** A filter with a few values, '' for any, or with a control of its own. */
export interface ListFilter {
  label: string
  value: string | null
  onChange: (value: string) => void
  options?: readonly Choice[]
  control?: ReactNode
  wide?: boolean
}

interface ListFiltersProps {
  /** "Search tenants" */
  label: string
  /** What the search covers; without it there is no search box. */
  placeholder?: string
  search: string
  onSearch: (words: string) => void
  filters: readonly ListFilter[]
  /** Clears search and filters; absent if there is nothing to clear. */
  onClear: (() => void) | undefined
}

/**
 * Search and filters above a list, in compact widths where that saves a second line. On phones the filters collapse; the space of
 * the clear button is reserved, so that the list never moves.
 */
export function ListFilters({ label, placeholder, search, onSearch, filters, onClear }: ListFiltersProps) {
  const [unfolded, setUnfolded] = useState(false)
  const set = filters.filter(({ value }) => value).length
  const folded = placeholder && !unfolded ? 'max-sm:hidden' : undefined
  if (!placeholder && filters.length === 0) return null
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      {placeholder ? (
        <div className="flex gap-2 max-sm:col-span-2 sm:contents">
          <FormRow label={label} labelHidden className="flex-1 sm:max-w-80 sm:min-w-44">
            <Input
              type="search"
              icon={<Search size={14} />}
              placeholder={placeholder}
              maxLength={100}
              value={search}
              onChange={(event) => onSearch(event.target.value)}
            />
          </FormRow>
          {filters.length > 0 ? (
            <Button
              className="sm:hidden"
              icon={FilterIcon}
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              {set > 0 ? `Filters (${set})` : 'Filters'}
            </Button>
          ) : null}
        </div>
      ) : null}
      {filters.map(({ label: name, value, onChange, options = [], control, wide }) => (
        <FormRow
          key={name}
          label={name}
          labelHidden
          className={cn('sm:flex-1', wide ? 'sm:max-w-80' : 'sm:max-w-52 sm:min-w-32', folded)}
        >
          {control ?? (
            <Select
              placeholder={`${name}: any`}
              options={options}
              value={value ?? ''}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </FormRow>
      ))}
      <Button
        variant="ghost"
        className={cn('max-sm:col-span-2', folded, !onClear && 'invisible')}
        onClick={(event) => {
          toFirstField(event)
          onClear?.()
        }}
      >
        Clear filters
      </Button>
    </search>
  )
}
