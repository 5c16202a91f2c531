import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormRow } from '@/components/ui/form-row'
import { PasswordInput } from '@/components/ui/password-input'
import { useUser } from '@/hooks/use-user'
import { signIn } from '@/lib/session/sign-in'

/** Above the dialogs that open it. */
const Z_INDEX = 80

/** Asks the user to enter their password again. */
export default function ConfirmPasswordDialog({
  onConfirmed,
  onCancel,
}: {
  onConfirmed: (password: string) => void
  onCancel: () => void
}) {
  const form = useId()
  const user = useUser()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [checking, setChecking] = useState(false)

  async function check(event: SyntheticEvent) {
    event.preventDefault()
    // The dialog is rendered inside other forms' trees, whose submit handlers must not run.
    event.stopPropagation()
    if (checking || !user?.email) return
    if (password === '') {
      setProblem('Enter your password.')
      return field.current?.focus()
    }
    setChecking(true)
    const refused = await signIn(user.email, password)
    setChecking(false)
    if (refused === null) return onConfirmed(password)
    setProblem(
      refused === 'wrong-credentials'
        ? 'The password is wrong.'
        : 'The password could not be checked. Try again.',
    )
    field.current?.focus()
  }

  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title="Enter your password again"
      description="This needs a sign-in within the last ten minutes."
      size="sm"
      fullScreenOnPhone={false}
      initialFocus={field}
      dismissable={!checking}
      zIndex={Z_INDEX}
      footer={
        <>
          <Button onClick={onCancel} disabled={checking}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" loading={checking}>
            Continue
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={check}>
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <FormRow label="Password" error={problem} required>
          <PasswordInput
            ref={field}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </FormRow>
      </form>
    </Dialog>
  )
}
