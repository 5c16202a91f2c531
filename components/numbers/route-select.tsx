import { Combobox } from '@/components/ui/combobox'
import { useDestinations } from '@/hooks/use-destinations'
import { useListTyping } from '@/hooks/use-narrowed'
import { useOfferedDestinations } from '@/hooks/use-offered-destinations'
import { destinationHeading } from '@/lib/telephony/destination-kinds'

const NONE = ''

/** A destination of any tenant, found by number or name. What there is to choose is fetched when it opens. */
export function RouteSelect({
  tenantId,
  value,
  onChange,
  noneLabel,
  clearable = false,
  disabled = false,
}: {
  tenantId: string | null
  value: string | null
  onChange: (id: string | null) => void
  /** What stands there while nothing is chosen. */
  noneLabel: string
  /** Whether that can be chosen. */
  clearable?: boolean
  disabled?: boolean
}) {
  const { opened, typed, onOpen, onType } = useListTyping()
  const { options, more, looking } = useOfferedDestinations(opened ? tenantId : null, typed)
  const { labelOf } = useDestinations([value], tenantId)
  return (
    <Combobox
      value={value ?? NONE}
      text={value ? labelOf(value) : noneLabel}
      muted={!value}
      disabled={disabled || !tenantId}
      searchLabel="Find a destination"
      onOpen={onOpen}
      onType={onType}
      more={more}
      loading={looking}
      options={
        options && [
          ...(clearable ? [{ value: NONE, label: noneLabel }] : []),
          ...options.map(({ id, label: name, group }) => ({
            value: id,
            label: name,
            group: destinationHeading(group),
          })),
        ]
      }
      onSelect={(id) => onChange(id || null)}
    />
  )
}
