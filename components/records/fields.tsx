import { DestinationPicker } from '@/components/common/destination-picker'
import { NewSecretField } from '@/components/common/new-secret-field'
import { SecretField } from '@/components/common/secret-field'
import type { CommonField, Field, RecordRow } from '@/lib/records/field'
import { fieldOf, type Resource } from '@/lib/records/resource'
import { PlainField, type PlainFieldProps } from './plain-field'

/** A field of the surrounding form (react-hook-form's FormProvider). */
export function ResourceField(props: Omit<PlainFieldProps, 'picker'>) {
  return <PlainField {...props} picker={DestinationPicker} />
}

interface FieldsProps {
  /** Secrets need their table and section. */
  of: Pick<Resource, 'fields'> & Partial<Pick<Resource, 'table' | 'section'>>
  /** The fields, in order; all by default. */
  names?: readonly string[]
  /** Path of the values in the form, if nested: "ring_group_members.0". */
  at?: string
  /** The stored record, for fields that are fixed once it exists; null or absent for a new one. */
  stored?: RecordRow | null
  /** Overrides of the declared fields. */
  instead?: Readonly<Record<string, Partial<Pick<CommonField, 'label' | 'hint'>> | undefined>>
  labelHidden?: boolean
}

/** Declared fields of the surrounding form, each in a cell of the caller's grid. */
export function Fields({ of, names, at, stored = null, instead = {}, labelHidden }: FieldsProps) {
  const { table, section } = of
  const shown = names?.flatMap((name) => fieldOf(of, name) ?? []) ?? of.fields
  return shown.map((declared) => {
    const field: Field = { ...declared, ...instead[declared.name] }
    const { name, kind, wide = kind === 'textarea' || kind === 'list' } = field
    return (
      <div
        key={name}
        data-part={at || field.kind === 'secret' ? undefined : name}
        className={wide ? 'col-span-full' : 'min-w-0'}
      >
        {field.kind !== 'secret' ? (
          <ResourceField
            field={field}
            name={at ? `${at}.${name}` : name}
            disabled={stored !== null && (field.fixed || field.fixedFor?.(stored))}
            labelHidden={labelHidden}
          />
        ) : !table || !section ? null : stored ? (
          <SecretField {...field} field={name} table={table} section={section} owner={stored.id} />
        ) : (
          <NewSecretField {...field} field={name} table={table} />
        )}
      </div>
    )
  })
}

/** All fields of a resource in two columns, grouped under their headings. */
export function RecordFields({ resource, stored }: { resource: Resource; stored: RecordRow | null }) {
  const groups = Map.groupBy(resource.fields, ({ group }) => group)
  return [...groups].map(([group, fields]) => (
    <section key={group ?? ''} className="flex flex-col gap-3">
      {group ? <h3 className="text-base font-semibold">{group}</h3> : null}
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fields of={resource} names={fields.map(({ name }) => name)} stored={stored} />
      </div>
    </section>
  ))
}
