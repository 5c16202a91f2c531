import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { NewPasswordField } from '@/components/common/new-password-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { FormRow } from '@/components/ui/form-row'
import { PasswordInput } from '@/components/ui/password-input'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSubmit } from '@/hooks/use-submit'
import { useUser } from '@/hooks/use-user'
import { changePassword } from '@/lib/session/change-password'
import { hasSecondFactor } from '@/lib/session/has-second-factor'
import { passwordProblem } from '@/lib/session/password'

type Outcome = 'saved' | 'failed' | null

/**
 * Asks for a new password (titles and alerts per specification sections 2.7 and 8), and for the current one: users with a second factor
 * always, because another sign-in would lower their session; others if they last entered it more than ten minutes ago.
 */
export default function PasswordDialog({
  email,
  onClose,
}: {
  email: string | undefined
  onClose: () => void
}) {
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const asksCurrent = hasSecondFactor(useUser())
  const currentField = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState('')
  const [currentProblem, setCurrentProblem] = useState<string>()
  const { attempt, working: saving, failure } = useSubmit()
  const [outcome, setOutcome] = useState<Outcome>(null)
  const { run, asking } = useRecentSignIn()

  async function save(event: SyntheticEvent) {
    event.preventDefault()
    const found = passwordProblem(password)
    const missing = asksCurrent && current === '' ? 'Enter your current password.' : undefined
    setProblem(found)
    setCurrentProblem(missing)
    setOutcome(null)
    if (missing) return currentField.current?.focus()
    if (found) return field.current?.focus()
    await attempt(async () => {
      const result = await run((entered) => changePassword(password, asksCurrent ? current : entered))
      setOutcome(result.saved ? 'saved' : 'failed')
      if (result.saved) return
      if (asksCurrent && result.code === 'current_password_invalid') setCurrentProblem(result.reason)
      else setProblem(result.reason)
    })
  }

  const saved = outcome === 'saved'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Enter new password"
      size="sm"
      fullScreenOnPhone={false}
      initialFocus={asksCurrent ? currentField : field}
      dismissable={!saving}
      footer={
        saved ? (
          <DoneButton onClick={onClose} />
        ) : (
          <>
            <Button onClick={onClose} disabled={saving}>
              Cancel
            </Button>
            <Button type="submit" form={form} variant="primary" loading={saving}>
              Save password
            </Button>
          </>
        )
      }
    >
      <form id={form} noValidate onSubmit={save} className="flex flex-col gap-4">
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email ?? ''} readOnly />
        {outcome ? (
          <Alert role="alert" tone={saved ? 'success' : 'danger'}>
            {saved ? 'Password updated' : 'Error updating user'}
          </Alert>
        ) : null}
        {asksCurrent && !saved ? (
          <FormRow label="Current password" error={currentProblem} required>
            <PasswordInput
              ref={currentField}
              name="current-password"
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </FormRow>
        ) : null}
        {saved ? null : (
          <NewPasswordField ref={field} value={password} onChange={setPassword} error={problem ?? failure} />
        )}
      </form>
      <ConfirmSignIn asking={asking} />
    </Dialog>
  )
}
