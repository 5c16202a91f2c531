import { RefreshCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { DestinationPicker } from '@/components/common/destination-picker'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { useAfterCreate } from '@/hooks/after-create'
import { useTenantId } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import type { CommonField, Field, RecordRow, TableName } from '@/lib/records/field'
import type { Resource } from '@/lib/records/resource'
import { type GeneratedSecret, generateSecret } from '@/lib/secrets'
import { setSecret } from '@/lib/secrets-client'
import { PlainField, type PlainFieldProps } from './plain-field'
import { SecretField } from './secret-field'

/** A field of the surrounding form (react-hook-form's FormProvider). */
export function ResourceField(props: Omit<PlainFieldProps, 'picker'>) {
  return <PlainField {...props} picker={DestinationPicker} />
}

export interface FieldsProps {
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
  const { fields, table, section } = of
  const shown = names ? names.flatMap((name) => fields.find((field) => field.name === name) ?? []) : fields
  return shown.map((declared) => {
    const field: Field = { ...declared, ...instead[declared.name] }
    const { name, label, hint } = field
    const secret = field.kind === 'secret' &&
      table &&
      section && { table, section, field: name, label, hint, generate: field.generate }
    if (field.kind === 'secret' && !secret) return null
    return (
      <div key={name} className={isWide(field) ? 'col-span-full' : 'min-w-0'}>
        {field.kind !== 'secret' ? (
          <ResourceField
            field={field}
            name={at ? `${at}.${name}` : name}
            disabled={stored !== null && (field.fixed || field.fixedFor?.(stored))}
            labelHidden={labelHidden}
          />
        ) : !secret ? null : stored ? (
          <SecretField {...secret} owner={stored.id} />
        ) : (
          <NewSecretField {...secret} />
        )}
      </div>
    )
  })
}

/** All fields of a resource in two columns, grouped under their headings. */
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

function isWide({ wide, kind }: Field): boolean {
  return wide ?? (kind === 'textarea' || kind === 'list')
}

interface NewSecretFieldProps {
  table: TableName
  field: string
  label: string
  hint?: string
  generate?: GeneratedSecret
}

/** A password or PIN of a new record: stored right after the record, and not kept in drafts. */
function NewSecretField({ table, field, label, hint, generate }: NewSecretFieldProps) {
  const tenant = useTenantId()
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()

  const store = useCallback(
    async (owner: string) => {
      try {
        await setSecret({ owner_table: table, owner, field, tenant }, typed)
      } catch (error) {
        setFailure(failureMessage(error))
        throw error
      }
    },
    [table, field, tenant, typed],
  )
  useAfterCreate(field, typed === '' ? null : store)

  function type(secret: string) {
    setTyped(secret)
    setFailure(undefined)
  }
  return (
    <FormRow label={label} hint={hint} error={failure}>
      <Input
        className="code"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      {generate ? (
        <IconButton
          size="sm"
          label={`Generate ${label}`}
          icon={RefreshCw}
          onClick={() => type(generateSecret(generate))}
        />
      ) : null}
    </FormRow>
  )
}
