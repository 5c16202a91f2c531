import Link from 'next/link'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LOGIN_PATH } from '@/lib/paths'
import { requestPasswordReset } from '@/lib/session/password'
import { EmailField, emailProblem } from './email-field'

/** Requests an email with a reset link; shows the same answer whether the account exists or not. */
export function ForgotPasswordForm() {
  const emailField = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string>()

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (busy) return
    setChecked(true)
    if (emailProblem(email)) return emailField.current?.focus()
    setBusy(true)
    setSentTo(undefined)
    const found = await requestPasswordReset(email.trim())
    setBusy(false)
    setProblem(found)
    if (!found) setSentTo(email.trim())
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {sentTo ? (
        <Alert tone="success" title="Check your email">
          If there is an account for {sentTo}, an email with a link is on its way. Open the link in this
          browser. It works once, for a day at most.
        </Alert>
      ) : (
        <p className="text-text-muted">We send you a link to choose a new password.</p>
      )}
      <EmailField
        ref={emailField}
        value={email}
        error={checked ? emailProblem(email) : undefined}
        onChange={setEmail}
      />
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        {sentTo ? 'Send again' : 'Send link'}
      </Button>
      <Link
        href={LOGIN_PATH}
        className="self-center rounded-sm py-1 text-accent-text underline-offset-2 hover:underline"
      >
        Back to sign in
      </Link>
    </form>
  )
}
