import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { announced } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { useAfterSave } from '@/hooks/after-save'
import { useMember } from '@/hooks/use-member'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSecret } from '@/hooks/use-secret'
import { useSubmit } from '@/hooks/use-submit'
import { useTenantId } from '@/hooks/use-tenant'
import { notify } from '@/lib/browser/notify'
import { formatDate } from '@/lib/dates/format'
import { failureMessage } from '@/lib/errors'
import type { TableName } from '@/lib/records/field'
import { type GeneratedSecret, generateSecret } from '@/lib/secrets'
import { setSecret } from '@/lib/secrets-client'
import { may, type Section } from '@/lib/session/permissions'

export type SecretFieldProps = {
  table: TableName
  owner: string
  section: Section
  field: string
  label: string
  hint?: string
  generate?: GeneratedSecret
  /** Whether it gives access to other secrets: then even setting it the first time requires the permission to reveal it. */
  opensOthers?: boolean
  /** What replacing it does to the current one; by default it ends at once. */
  replacing?: string
  /** What removing it does; by default no more than that it ends. */
  removing?: string
  disabled?: boolean
}

/** For users who may not reveal secrets. */
const ONLY_OTHERS = 'Your role cannot reveal it. Ask an admin.'

/**
 * A password or PIN of a stored record: set, generated and, with the permission, replaced and revealed. Each action takes effect
 * immediately and is audited. A typed secret that has not been set yet is stored with the record's form, but not kept in drafts.
 */
export function SecretField(props: SecretFieldProps) {
  const { table, owner, section, field, label, hint, generate, opensOthers, disabled } = props
  const {
    replacing = 'The current one stops working as soon as you press Set or save.',
    removing = 'The current one stops working as soon as you press Remove.',
  } = props
  const secret = useSecret(table, owner, field)
  const { known, setAt } = secret
  const { permissions } = useMember()
  const { run, asking } = useRecentSignIn()
  const [typed, setTyped] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const { attempt, working, failure, setFailure } = useSubmit()
  const tenant = useTenantId()
  const mayReveal = may(permissions, section, 'reveal_secrets')
  // The same rule as private.set_secret.
  const maySet =
    setAt || opensOthers
      ? mayReveal && may(permissions, section, 'edit')
      : may(permissions, section, 'edit') || may(permissions, section, 'create')

  const box = useRef<HTMLInputElement>(null)

  /** Begins or ends a change. The button pressed for it goes with it: the focus moves to the box, which stays. */
  function change(to: (now: string | null) => string | null) {
    const pressed = document.activeElement
    flushSync(() => setTyped(to))
    if (!pressed?.isConnected) box.current?.focus()
  }

  // Nobody who may not reveal it could look at it again.
  const keptShown = mayReveal ? null : typed

  const reveal = () => attempt(async () => setShown(await run(secret.read)))
  const store = () =>
    attempt(async () => {
      await run(() => secret.store(typed ?? ''))
      void notify('success', `${label} ${typed ? 'changed' : 'removed'}`)
      // What was typed since stays.
      change((now) => (now === typed ? null : now))
      setShown(keptShown)
    })

  const storeWithForm = useCallback(async () => {
    try {
      await run(() => setSecret({ owner_table: table, owner, field, tenant }, typed ?? ''))
      setTyped((now) => (now === typed ? null : now))
      setShown(keptShown)
    } catch (error) {
      setFailure(failureMessage(error))
      throw error
    }
  }, [run, table, owner, field, tenant, typed, keptShown, setFailure])
  useAfterSave(field, typed ? storeWithForm : null)

  const editing = typed !== null
  const aboutSet = (at: string) =>
    `Set on ${formatDate(at)}. ${mayReveal ? 'Revealing it is recorded.' : ONLY_OTHERS}`
  return (
    <FormRow
      part={field}
      label={label}
      hint={
        hint ??
        (setAt ? (
          aboutSet(setAt)
        ) : (
          // Keeps its room, so that nothing moves once it is known.
          <span aria-hidden className="invisible">
            {aboutSet('2026-09-30')}
          </span>
        ))
      }
      error={announced(failure)}
    >
      <Input
        ref={box}
        readOnly={!editing}
        className="code"
        autoComplete="off"
        spellCheck={false}
        value={typed ?? shown ?? (!known ? '' : setAt ? '••••••••' : 'Not set')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !editing) return
          event.preventDefault()
          // Not by holding the key that began the change.
          if ((typed || setAt) && !event.repeat) void store()
        }}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        {!known && mayReveal ? (
          <Button size="sm" disabled className="invisible">
            Reveal
          </Button>
        ) : null}
        {editing ? (
          <>
            <Button
              size="sm"
              variant="primary"
              loading={working}
              disabled={typed === '' && !setAt}
              onClick={store}
            >
              {typed === '' && setAt ? 'Remove' : 'Set'}
            </Button>
            <Button size="sm" onClick={() => change(() => null)}>
              {setAt ? 'Keep current' : 'Leave unset'}
            </Button>
          </>
        ) : null}
        {editing && generate ? (
          <IconButton
            size="sm"
            label={`Generate ${label}`}
            icon={RefreshCw}
            onClick={() => setTyped(generateSecret(generate))}
          />
        ) : null}
        {!editing && maySet && known && !disabled ? (
          <Button size="sm" onClick={() => change(() => (generate ? generateSecret(generate) : ''))}>
            {!setAt ? 'Add' : generate === 'password' ? 'Rotate' : 'Change'}
            <span className="sr-only"> {label}</span>
          </Button>
        ) : null}
        {!editing && setAt && mayReveal ? (
          <Button
            size="sm"
            loading={working}
            icon={shown ? EyeOff : Eye}
            onClick={() => (shown ? setShown(null) : void reveal())}
          >
            {shown ? 'Hide' : 'Reveal'}
            <span className="sr-only"> {label}</span>
          </Button>
        ) : null}
      </div>
      <ConfirmSignIn asking={asking} />
      {editing && setAt ? (
        <Alert tone="info" quiet>
          {typed === '' ? removing : replacing}
        </Alert>
      ) : editing && !mayReveal ? (
        <Alert tone="info" quiet>
          Note it before you leave this form. Your role cannot reveal it later.
        </Alert>
      ) : null}
    </FormRow>
  )
}
