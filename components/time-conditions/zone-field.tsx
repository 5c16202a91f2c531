import { useController } from 'react-hook-form'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { TIME_ZONES, zoneName } from '@/lib/dates/zones'

const TENANTS = 'tenant'

/** The zone in which the rules are evaluated: the tenant's own, or another. */
export function ZoneField({ tenantZone }: { tenantZone: string }) {
  const {
    field: { value, onChange },
    fieldState,
  } = useController({ name: 'time_zone' })
  const own = `Tenant's own (${zoneName(tenantZone)})`
  return (
    <FormRow label="Time zone" error={fieldState.error?.message}>
      <Combobox
        value={(value as string | null) ?? TENANTS}
        text={value ? zoneName(value as string) : own}
        searchLabel="Find a time zone"
        options={[{ value: TENANTS, label: own }, ...TIME_ZONES]}
        onSelect={(zone) => onChange(zone === TENANTS ? null : zone)}
      />
    </FormRow>
  )
}
