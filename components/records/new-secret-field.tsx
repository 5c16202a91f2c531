import { RefreshCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { useFollower } from '@/hooks/followers'
import { useTenantId } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import type { TableName } from '@/lib/records/field'
import { type GeneratedSecret, generateSecret } from '@/lib/secrets'
import { setSecret } from '@/lib/secrets-client'

export interface NewSecretFieldProps {
  table: TableName
  field: string
  label: string
  hint?: string
  generate?: GeneratedSecret
}

/** A password or PIN of a record that is being made: set right after the record, kept in no draft. */
export function NewSecretField({ table, field, label, hint, generate }: NewSecretFieldProps) {
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
  useFollower(field, typed === '' ? null : store)

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
          icon={<RefreshCw aria-hidden size={14} />}
          onClick={() => type(generateSecret(generate))}
        />
      ) : null}
    </FormRow>
  )
}
