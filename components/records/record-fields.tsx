import type { RecordRow } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { Fields } from './fields'

/** A resource's fields in two columns, those with a heading under it. */
export function RecordFields({ resource, stored }: { resource: Resource; stored: RecordRow | null }) {
  const { fields } = resource
  const groups = [...new Set(fields.map(({ group }) => group))]
  return groups.map((group) => (
    <section key={group ?? ''} className="flex flex-col gap-3">
      {group ? <h3 className="text-base font-semibold">{group}</h3> : null}
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fields
          of={resource}
          names={fields.filter((field) => field.group === group).map(({ name }) => name)}
          stored={stored}
        />
      </div>
    </section>
  ))
}
