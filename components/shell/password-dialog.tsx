import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { NewPasswordField } from '@/components/common/new-password-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSubmit } from '@/hooks/use-submit'
import { changePassword } from '@/lib/session/change-password'
import { passwordProblem } from '@/lib/session/password'

type Outcome = 'saved' | 'failed' | null

/**
 * Asks for a new password (titles and alerts per specification sections 2.7 and 8), and for the current one if it was last entered
 * more than ten minutes ago.
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
  const { attempt, working: saving, failure } = useSubmit()
  const [outcome, setOutcome] = useState<Outcome>(null)
  const { run, asking } = useRecentSignIn()

  async function save(event: SyntheticEvent) {
    event.preventDefault()
    const found = passwordProblem(password)
    setProblem(found)
    setOutcome(null)
    if (found) return field.current?.focus()
    await attempt(async () => {
      const result = await run((current) => changePassword(password, current))
      setOutcome(result.saved ? 'saved' : 'failed')
      if (!result.saved) setProblem(result.reason)
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
      initialFocus={field}
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
        {saved ? null : (
          <NewPasswordField ref={field} value={password} onChange={setPassword} error={problem ?? failure} />
        )}
      </form>
      <ConfirmSignIn asking={asking} />
    </Dialog>
  )
}
