import { ListSelect, type ListSelectProps } from '@/components/common/list-select'
import { useOfferedDestinations } from '@/hooks/use-destination-choice'
import { useReferenceLabel } from '@/hooks/use-record-labels'
import { DESTINATIONS } from '@/lib/labels'
import { destinationHeading } from '@/lib/telephony/destination-kinds'

/** Selects a destination of any tenant, by number or name. The choices load when it opens. */
export function RouteSelect({
  tenantId,
  clearable = false,
  disabled = false,
  ...field
}: Pick<ListSelectProps, 'value' | 'onChange' | 'noneLabel' | 'disabled'> & {
  tenantId: string | null
  clearable?: boolean
}) {
  const { found, error, retry, list } = useOfferedDestinations(tenantId)
  return (
    <ListSelect
      {...field}
      label={useReferenceLabel(DESTINATIONS, tenantId && field.value, tenantId)}
      clearable={clearable}
      disabled={disabled || !tenantId}
      searchLabel="Find a destination"
      options={found?.map(({ id, label, group }) => ({
        value: id,
        label,
        group: destinationHeading(group),
      }))}
      list={list}
      error={error}
      retry={retry}
    />
  )
}
