import { useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { TIME_ZONES, zoneName } from '@/lib/dates/zones'
import { type TypedRule, typedSchedule } from '@/lib/resources/time-condition-rule'
import { RuleList } from './rule-list'
import { ScheduleAtTime } from './schedule-at-time'
import { WeekStrip } from './week-strip'

/** A time condition: its fields, its rules, and a live preview. */
export function TimeConditionEditor({ resource, mayEdit }: EditorProps) {
  const tenantZone = useCurrentTenant().time_zone
  const [zone, rules, otherwise] = useWatch({
    name: ['time_zone', 'time_condition_rules', 'otherwise_destination_id'],
  }) as [string | null, TypedRule[], string | null]
  const schedule = useMemo(
    () => typedSchedule(zone ?? tenantZone, rules, otherwise),
    [zone, tenantZone, rules, otherwise],
  )

  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
          <Fields of={resource} names={['name', 'number']} />
          <ZoneField tenantZone={tenantZone} />
          <Fields of={resource} names={['description', 'enabled']} />
        </div>
        <RuleList schedule={schedule} mayEdit={mayEdit} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-0">
        <WeekStrip schedule={schedule} />
        <ScheduleAtTime schedule={schedule} />
      </div>
    </div>
  )
}

const TENANTS = 'tenant'

/** The zone of the rules: the tenant's, or another. */
function ZoneField({ tenantZone }: { tenantZone: string }) {
  const {
    field: { value, onChange },
    fieldState,
  } = useController({ name: 'time_zone' })
  const own = `Tenant’s own (${zoneName(tenantZone)})`
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
