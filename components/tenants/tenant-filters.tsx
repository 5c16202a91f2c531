import { Search } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { zoneName } from '@/lib/dates/zones'
import {
  isFiltered,
  type TenantProblems,
  type TenantQuery,
  type TenantStatus,
} from '@/lib/tenants/tenant-query'

const STATUS_OPTIONS = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
]
const PROBLEM_OPTIONS = [
  { value: 'errors', label: 'With errors' },
  { value: 'warnings', label: 'Warnings only' },
  { value: 'none', label: 'No problems' },
]
const SEAT_OPTIONS = [{ value: 'full', label: 'All seats used' }]

export interface TenantFiltersProps {
  query: TenantQuery
  timeZones: readonly string[]
  mayViewTelephony: boolean
  onSearch: (words: string) => void
  onChange: (changes: Partial<Pick<TenantQuery, 'status' | 'timeZone' | 'full' | 'problems'>>) => void
  onClear: () => void
}

/** Search and filters above the list of tenants. */
export function TenantFilters({
  query,
  timeZones,
  mayViewTelephony,
  onSearch,
  onChange,
  onClear,
}: TenantFiltersProps) {
  // A zone in the address is shown even when no tenant is in it.
  const zones =
    query.timeZone && !timeZones.includes(query.timeZone) ? [query.timeZone, ...timeZones] : timeZones
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <FormRow label="Search tenants" labelHidden className="max-sm:col-span-2 sm:w-72">
        <Input
          type="search"
          icon={<Search size={14} />}
          placeholder="Company, code or domain"
          maxLength={100}
          value={query.search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </FormRow>
      <FormRow label="Status" labelHidden className="sm:w-36">
        <Select
          placeholder="Any status"
          options={STATUS_OPTIONS}
          value={query.status ?? ''}
          onChange={(event) => onChange({ status: (event.target.value || null) as TenantStatus | null })}
        />
      </FormRow>
      <FormRow label="Time zone" labelHidden className="sm:w-48">
        <Select
          placeholder="Any time zone"
          options={zones.map((zone) => ({ value: zone, label: zoneName(zone) }))}
          value={query.timeZone ?? ''}
          onChange={(event) => onChange({ timeZone: event.target.value || null })}
        />
      </FormRow>
      {mayViewTelephony ? (
        <FormRow label="Seats" labelHidden className="sm:w-36">
          <Select
            placeholder="Any seats"
            options={SEAT_OPTIONS}
            value={query.full ? 'full' : ''}
            onChange={(event) => onChange({ full: event.target.value === 'full' })}
          />
        </FormRow>
      ) : null}
      {mayViewTelephony ? (
        <FormRow label="Problems" labelHidden className="sm:w-40">
          <Select
            placeholder="Any problems"
            options={PROBLEM_OPTIONS}
            value={query.problems ?? ''}
            onChange={(event) =>
              onChange({ problems: (event.target.value || null) as TenantProblems | null })
            }
          />
        </FormRow>
      ) : null}
      {isFiltered(query) ? (
        <Button variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}
