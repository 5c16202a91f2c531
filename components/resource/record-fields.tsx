import type { Field, RecordRow, Resource } from '@/lib/resources/resource'
import { ResourceField } from './resource-field'
import { SecretField } from './secret-field'

/** A resource's fields in two columns, those with a heading under it. */
export function RecordFields({ resource, stored }: { resource: Resource; stored: RecordRow | null }) {
  const { fields } = resource
  const groups = [...new Set(fields.map(({ group }) => group))]
  return groups.map((group) => (
    <section key={group ?? ''} className="flex flex-col gap-3">
      {group ? <h3 className="text-base font-semibold">{group}</h3> : null}
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        {fields
          .filter((field) => field.group === group)
          .map((field) => (
            <div key={field.name} className={isWide(field) ? 'col-span-full' : 'min-w-0'}>
              <OneField resource={resource} field={field} stored={stored} />
            </div>
          ))}
      </div>
    </section>
  ))
}

function OneField({
  resource,
  field,
  stored,
}: {
  resource: Resource
  field: Field
  stored: RecordRow | null
}) {
  if (field.kind !== 'secret') {
    const fixed = stored !== null && (field.fixed || field.fixedFor?.(stored))
    return <ResourceField field={field} disabled={fixed} />
  }
  return stored ? (
    <SecretField
      table={resource.table}
      owner={stored.id}
      section={resource.section}
      field={field.name}
      label={field.label}
      hint={field.hint}
      generate={field.generate}
    />
  ) : null
}

function isWide({ wide, kind }: Field): boolean {
  return wide ?? (kind === 'textarea' || kind === 'list')
}
