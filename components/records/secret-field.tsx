import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { PasswordAgain } from '@/components/common/password-again'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { formatDate } from '@/lib/dates/format'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import type { TableName } from '@/lib/records/field'
import { readSecret, secretsOf, storeSecret } from '@/lib/records/secret-client'
import { type GeneratedSecret, generateSecret } from '@/lib/secrets'
import { may, type Section } from '@/lib/session/permissions'
import { getSupabase } from '@/lib/supabase/browser-client'

export type SecretFieldProps = {
  table: TableName
  /** The id of the record that owns the secret. */
  owner: string
  section: Section
  field: string
  label: string
  hint?: string
  generate?: GeneratedSecret
  /** Other secrets can be had with it: setting it takes the right to reveal it from the first time on. */
  opensOthers?: boolean
  disabled?: boolean
}

/**
 * A password or PIN of a stored record of the page's tenant: it can be set, generated and, by those who may, replaced
 * and revealed. Each takes effect at once and is recorded; the secret itself is never part of the form.
 */
export function SecretField({
  table,
  owner,
  section,
  field,
  label,
  hint,
  generate,
  opensOthers,
  disabled,
}: SecretFieldProps) {
  const { id: tenant } = useCurrentTenant()
  const { permissions } = useMember()
  const { run, asking } = useRecentSignIn()
  const { data, mutate } = useSWR(['record-secrets', tenant, owner] as const, async ([, , id]) =>
    secretsOf(await getSupabase(), tenant, id),
  )
  const [typed, setTyped] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | undefined>()
  const setAt = data?.get(field)
  const mayReveal = may(permissions, section, 'reveal_secrets')
  // As private.set_secret decides.
  const maySet =
    setAt || opensOthers
      ? mayReveal && may(permissions, section, 'edit')
      : may(permissions, section, 'edit') || may(permissions, section, 'create')

  async function attempt(work: () => Promise<void>) {
    setWorking(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setWorking(false)
    }
  }
  const reveal = () =>
    attempt(async () =>
      setShown(await run(async () => readSecret(await getSupabase(), tenant, table, owner, field))),
    )
  const store = () =>
    attempt(async () => {
      await run(async () => storeSecret(await getSupabase(), tenant, table, owner, field, typed ?? ''))
      void notify('success', `${label} ${typed ? 'changed' : 'removed'}`)
      setTyped(null)
      setShown(null)
      await mutate()
    })

  const editing = typed !== null
  return (
    <FormRow
      label={label}
      hint={hint ?? (setAt ? `Set on ${formatDate(setAt)}. Revealing it is recorded.` : undefined)}
      error={failure}
    >
      <Input
        readOnly={!editing}
        className="code"
        autoComplete="off"
        spellCheck={false}
        value={typed ?? shown ?? (data === undefined ? '' : setAt ? '••••••••' : 'Not set')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !editing) return
          event.preventDefault()
          void store()
        }}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        {editing ? (
          <>
            <Button size="sm" variant="primary" loading={working} onClick={store}>
              {typed === '' ? 'Remove' : 'Set'}
            </Button>
            <Button size="sm" onClick={() => setTyped(null)}>
              Keep the old one
            </Button>
            {generate ? (
              <IconButton
                size="sm"
                label={`Generate ${label}`}
                icon={<RefreshCw aria-hidden size={14} />}
                onClick={() => setTyped(generateSecret(generate))}
              />
            ) : null}
          </>
        ) : (
          <>
            {maySet && data && !disabled ? (
              <Button size="sm" onClick={() => setTyped(generate ? generateSecret(generate) : '')}>
                {generate === 'password' && setAt ? 'Rotate' : 'Change'}
                <span className="sr-only"> {label}</span>
              </Button>
            ) : null}
            {setAt && mayReveal ? (
              <Button
                size="sm"
                loading={working}
                icon={shown ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
                onClick={() => (shown ? setShown(null) : void reveal())}
              >
                {shown ? 'Hide' : 'Reveal'}
                <span className="sr-only"> {label}</span>
              </Button>
            ) : null}
          </>
        )}
      </div>
      <PasswordAgain asking={asking} />
      {editing ? (
        <Alert tone="info" quiet>
          The old one stops working as soon as you press Set.
        </Alert>
      ) : null}
    </FormRow>
  )
}
