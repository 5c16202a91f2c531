import { CircleAlert } from 'lucide-react'
import { useRouter } from 'next/router'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { PasswordInput } from '@/components/ui/password-input'
import { FORGOT_PASSWORD_PATH, safeNextPath } from '@/lib/paths'
import { loadSignIn } from '@/lib/session/load-sign-in'
import { EmailField, emailProblem } from './email-field'

/** Email and password; the input stays when sign-in fails. Continues to the path in ?next=. */
export function LoginForm() {
  const router = useRouter()
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    // Preloads while the form is being filled in.
    loadSignIn().catch(() => undefined)
    // Whoever has begun to type a password before the page's scripts ran goes on in its field.
    if (document.activeElement === document.body) emailField.current?.focus()
  }, [])

  const emailError = checked ? emailProblem(email) : undefined
  const passwordError = checked && password === '' ? 'Enter your password.' : undefined

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (busy) return
    setChecked(true)
    if (emailProblem(email)) return emailField.current?.focus()
    if (password === '') return passwordField.current?.focus()
    setBusy(true)
    setProblem(null)
    const found = await trySignIn(email.trim(), password)
    if (found) {
      setProblem(found)
      setBusy(false)
      passwordField.current?.focus()
      return
    }
    await router.replace(safeNextPath(router.query.next))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? <SignInProblem>{problem}</SignInProblem> : null}
      <EmailField ref={emailField} value={email} error={emailError} onChange={setEmail} />
      <FormRow label="Password" error={passwordError} required>
        <PasswordInput
          ref={passwordField}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </FormRow>
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        Sign in
      </Button>
      {/* A plain link: Next's own weighs more than the rest of this form. */}
      <a
        href={FORGOT_PASSWORD_PATH}
        className="self-center rounded-sm py-1 text-accent-text underline-offset-2 hover:underline"
      >
        Forgot your password?
      </a>
    </form>
  )
}

/** The message to show when signing in failed, null when it did not. */
async function trySignIn(email: string, password: string): Promise<string | null> {
  try {
    const { SIGN_IN_PROBLEMS, signIn } = await loadSignIn()
    const problem = await signIn(email, password)
    return problem && SIGN_IN_PROBLEMS[problem]
  } catch (error) {
    console.error(error)
    return 'Part of this page could not be loaded. Check your connection and try again.'
  }
}

/** The sign-in error: an alert without the other icons, because the sign-in page has to stay small. */
function SignInProblem({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-lg border border-danger/35 bg-danger-soft px-3 py-2.5 text-base"
    >
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-danger-text" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
