import { Search } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { useRecordQuery } from '@/hooks/use-record-query'
import { isFiltered } from '@/lib/records/record-list'
import type { Resource } from '@/lib/records/resource'
import { ReferenceSelect } from './reference-select'

export interface ResourceToolbarProps {
  resource: Resource
  address: ReturnType<typeof useRecordQuery>
}

/** Search and filters above a list of records. */
export function ResourceToolbar({ resource, address }: ResourceToolbarProps) {
  const { search, filters, plural } = resource
  const { query } = address
  if (!search && filters.length === 0) return null
  return (
    <search className="mb-3 grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      {search ? (
        <FormRow label={`Search ${plural}`} labelHidden className="max-sm:col-span-2 sm:w-80">
          <Input
            type="search"
            icon={<Search size={14} />}
            placeholder={search}
            maxLength={100}
            value={query.search}
            onChange={(event) => address.search(event.target.value)}
          />
        </FormRow>
      ) : null}
      {filters.map(({ name, label, options, to }) => (
        <FormRow key={name} label={label} labelHidden className="sm:w-40">
          {options ? (
            <Select
              placeholder={`${label}: any`}
              options={options}
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
      ))}
      {isFiltered(query) ? (
        <Button variant="ghost" onClick={address.clear}>
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}
