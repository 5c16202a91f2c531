import { ListFilter, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { Records } from '@/hooks/use-record-query'
import { dayLabel } from '@/lib/dates/format'
import { parseSpan } from '@/lib/dates/span'
import type { RecordRow } from '@/lib/records/field'
import { isFiltered } from '@/lib/records/record-list'
import { ReferenceSelect } from './reference-select'

/**
 * Search and filters above a list of records, in compact widths where that saves a second line. On phones the filters collapse; the
 * space of the clear button is reserved, so that the list never moves.
 */
export function ResourceToolbar<Row extends RecordRow>({ records }: { records: Records<Row> }) {
  const { resource, address, query } = records
  const { search, filters, plural } = resource
  const [unfolded, setUnfolded] = useState(false)
  const set = filters.filter(({ name }) => query.filters[name]).length
  const folded = search && !unfolded ? 'max-sm:hidden' : undefined
  if (!search && filters.length === 0) return null
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      {search ? (
        <div className="flex gap-2 max-sm:col-span-2 sm:contents">
          <FormRow label={`Search ${plural}`} labelHidden className="flex-1 sm:max-w-80 sm:min-w-44">
            <Input
              type="search"
              icon={<Search size={14} />}
              placeholder={search}
              maxLength={100}
              value={query.search}
              onChange={(event) => address.search(event.target.value)}
            />
          </FormRow>
          {filters.length > 0 ? (
            <Button
              className="sm:hidden"
              icon={ListFilter}
              aria-expanded={unfolded}
              onClick={() => setUnfolded(!unfolded)}
            >
              {set > 0 ? `Filters (${set})` : 'Filters'}
            </Button>
          ) : null}
        </div>
      ) : null}
      {filters.map(({ name, label, options, to }) =>
        to === 'own control' || (to === 'days' && !query.filters[name]) ? null : (
          <FormRow
            key={name}
            label={label}
            labelHidden
            className={cn('sm:flex-1', to === 'days' ? 'sm:max-w-80' : 'sm:max-w-40 sm:min-w-32', folded)}
          >
            {options || to === 'days' ? (
              <Select
                placeholder={`${label}: any`}
                options={options ?? [spanChoice(label, query.filters[name] ?? '')]}
                value={query.filters[name] ?? ''}
                onChange={(event) => address.filter(name, event.target.value)}
              />
            ) : (
              <ReferenceSelect
                to={to}
                noneLabel={`${label}: any`}
                value={query.filters[name] || null}
                onChange={(id) => address.filter(name, id ?? '')}
              />
            )}
          </FormRow>
        ),
      )}
      <Button
        variant="ghost"
        className={cn('max-sm:col-span-2', folded, !isFiltered(query) && 'invisible')}
        onClick={address.clear}
      >
        Clear filters
      </Button>
    </search>
  )
}

/** The date range from a link, which can be removed. */
function spanChoice(label: string, value: string) {
  const span = parseSpan(value)
  return { value, label: span ? `${label}: ${dayLabel(span.from)} to ${dayLabel(span.until)}` : value }
}
