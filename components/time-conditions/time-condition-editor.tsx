import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Fields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { type TypedRule, typedSchedule } from '@/lib/resources/time-condition-rule'
import { HappensAt } from './happens-at'
import { RuleList } from './rule-list'
import { WeekStrip } from './week-strip'
import { ZoneField } from './zone-field'

/** A time condition: its fields, its rules, and what they come to while they are typed. */
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
        <HappensAt schedule={schedule} />
      </div>
    </div>
  )
}
