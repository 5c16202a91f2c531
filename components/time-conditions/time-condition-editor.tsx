import { useContext, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { EditorProps } from '@/components/resource/record-form'
import { ResourceField } from '@/components/resource/resource-field'
import { TenantContext } from '@/hooks/use-tenant'
import { fieldOf } from '@/lib/resources/resource'
import { type TypedRule, typedSchedule } from '@/lib/resources/time-condition'
import { HappensAt } from './happens-at'
import { RuleList } from './rule-list'
import { WeekStrip } from './week-strip'
import { ZoneField } from './zone-field'

const PLAIN = ['name', 'number', 'description', 'enabled'] as const

/** A time condition: its fields, its rules, and what they come to while they are typed. */
export function TimeConditionEditor({ resource, mayEdit }: EditorProps) {
  const tenantZone = useContext(TenantContext)?.time_zone ?? 'UTC'
  const [zone, rules, otherwise] = useWatch({
    name: ['time_zone', 'time_condition_rules', 'otherwise_destination_id'],
  }) as [string | null, TypedRule[], string | null]
  const schedule = useMemo(
    () => typedSchedule(zone ?? tenantZone, rules, otherwise),
    [zone, tenantZone, rules, otherwise],
  )
  const [name, number, description, enabled] = PLAIN.map((field) => fieldOf(resource, field)).map((field) =>
    field && field.kind !== 'secret' ? <ResourceField key={field.name} field={field} /> : null,
  )

  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
          {name}
          {number}
          <ZoneField tenantZone={tenantZone} />
          {description}
          {enabled}
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
