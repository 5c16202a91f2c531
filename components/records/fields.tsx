import type { CommonField, Field, RecordRow } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { ResourceField } from './resource-field'
import { SecretField } from './secret-field'

export interface FieldsProps {
  of: Pick<Resource, 'fields'> & Partial<Pick<Resource, 'table' | 'section'>>
  /** Which fields, in this order; all unless given. */
  names?: readonly string[]
  /** Where the values stand in the form, when not on its first level: "ring_group_members.0". */
  at?: string
  /** The stored record, which has secrets and fields that are fixed; null or absent for a new one. */
  stored?: RecordRow | null
  /** What this place says of a field in place of its declaration. */
  instead?: Readonly<Record<string, Partial<Pick<CommonField, 'label' | 'hint'>> | undefined>>
  labelHidden?: boolean
}

/** Declared fields of the form around them, a cell each for the caller's grid. */
export function Fields({ of, names, at, stored = null, instead = {}, labelHidden }: FieldsProps) {
  const fields = names
    ? names.flatMap((name) => of.fields.find((field) => field.name === name) ?? [])
    : of.fields
  return fields.map((declared) => {
    const field = { ...declared, ...instead[declared.name] }
    const { table, section } = of
    if (field.kind === 'secret' && !(stored && table && section)) return null
    return (
      <div key={field.name} className={isWide(field) ? 'col-span-full' : 'min-w-0'}>
        {field.kind !== 'secret' ? (
          <ResourceField
            field={field}
            name={at ? `${at}.${field.name}` : field.name}
            disabled={stored !== null && (field.fixed || field.fixedFor?.(stored))}
            labelHidden={labelHidden}
          />
        ) : stored && table && section ? (
          <SecretField
            table={table}
            owner={stored.id}
            section={section}
            field={field.name}
            label={field.label}
            hint={field.hint}
            generate={field.generate}
          />
        ) : null}
      </div>
    )
  })
}

function isWide({ wide, kind }: Field): boolean {
  return wide ?? (kind === 'textarea' || kind === 'list')
}
