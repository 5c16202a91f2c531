import { type ListFilter, ListFilters } from '@/components/common/list-filters'
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

/** Search and filters above the tenant list. */
export function TenantFilters({
  query,
  timeZones,
  mayViewTelephony,
  onSearch,
  onChange,
  onClear,
}: TenantFiltersProps) {
  // A zone in the address is shown even if no tenant uses it.
  const zones =
    query.timeZone && !timeZones.includes(query.timeZone) ? [query.timeZone, ...timeZones] : timeZones
  const ofTelephony: ListFilter[] = [
    {
      label: 'Seats',
      options: SEAT_OPTIONS,
      value: query.full ? 'full' : null,
      onChange: (seats) => onChange({ full: seats === 'full' }),
    },
    {
      label: 'Problems',
      options: PROBLEM_OPTIONS,
      value: query.problems,
      onChange: (problems) => onChange({ problems: (problems || null) as TenantProblems | null }),
    },
  ]
  return (
    <ListFilters
      label="Search tenants"
      placeholder="Company, code or domain"
      search={query.search}
      onSearch={onSearch}
      filters={[
        {
          label: 'Status',
          options: STATUS_OPTIONS,
          value: query.status,
          onChange: (status) => onChange({ status: (status || null) as TenantStatus | null }),
        },
        {
          label: 'Time zone',
          options: zones.map((zone) => ({ value: zone, label: zoneName(zone) })),
          value: query.timeZone,
          onChange: (timeZone) => onChange({ timeZone: timeZone || null }),
          wide: true,
        },
        ...(mayViewTelephony ? ofTelephony : []),
      ]}
      onClear={isFiltered(query) ? onClear : undefined}
    />
  )
}
