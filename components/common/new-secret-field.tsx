import { RefreshCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { useAfterSave } from '@/hooks/after-save'
import { useTenantId } from '@/hooks/use-tenant'
import { failureMessage } from '@/lib/errors'
import { generateSecret } from '@/lib/secrets'
import { setSecret } from '@/lib/secrets-client'
import type { SecretFieldProps } from './secret-field'

/** A password or PIN of a new record: stored right after the record, and not kept in drafts. */
export function NewSecretField({
  table,
  field,
  label,
  hint,
  generate,
}: Pick<SecretFieldProps, 'table' | 'field' | 'label' | 'hint' | 'generate'>) {
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
  useAfterSave(field, typed === '' ? null : store)

  function type(secret: string) {
    setTyped(secret)
    setFailure(undefined)
  }
  return (
    <FormRow part={field} label={label} hint={hint} error={failure}>
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
