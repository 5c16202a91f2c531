import dynamic from 'next/dynamic'
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { NewPasswordField } from '@/components/common/new-password-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { latePart } from '@/components/ui/late-code'
import { Spinner } from '@/components/ui/spinner'
import { useUser } from '@/hooks/use-user'
import { FORGOT_PASSWORD_PATH, HOME_PATH } from '@/lib/paths'
import { hasLinkToken, linkTokens, openLinkSession, redeemLink } from '@/lib/session/link-session'
import { leaveLinkSession, passwordProblem, updatePassword } from '@/lib/session/password'

const CodeForm = dynamic(() => import('@/components/account/code-form').then((module) => module.CodeForm), {
  ssr: false,
  loading: latePart(null),
})

/**
 * The target of the emailed link, twice: a button uses the link up, and leads back here with a code that the client exchanges for a session.
 * Then the user chooses a new password.
 */
export function ResetPasswordForm() {
  const user = useUser()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [saved, setSaved] = useState(false)
  const [codeNeeded, setCodeNeeded] = useState(false)
  const [mailed] = useState(() => typeof window !== 'undefined' && hasLinkToken(window.location.search))
  // The server renders the same, because it does not know the user yet.
  const [opening, setOpening] = useState(
    () => typeof window !== 'undefined' && linkTokens(window.location.hash) !== null,
  )

  // Before the client reads the URL: it would reject a flow that was not started in this browser, such as an invitation.
  useLayoutEffect(() => {
    const tokens = linkTokens(window.location.hash)
    if (!tokens) return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    void openLinkSession(tokens).finally(() => setOpening(false))
  }, [])

  if (user === undefined || opening) {
    return (
      <p role="status" className="flex items-center gap-2 text-text-muted">
        <Spinner /> Checking the link…
      </p>
    )
  }
  if (mailed) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-text-muted">The emailed link works once. Press Continue to choose a password.</p>
        <Button variant="primary" size="lg" loading={busy} onClick={leave}>
          Continue
        </Button>
      </div>
    )
  }
  if (user === null) {
    return (
      <div className="flex flex-col gap-4">
        <Alert tone="warning">
          This link is no longer valid. It works once, for a day at most, and only in the browser that asked
          for it.
        </Alert>
        <LeavingLink href={FORGOT_PASSWORD_PATH}>Ask for a new link</LeavingLink>
      </div>
    )
  }

  function leave() {
    setBusy(true)
    redeemLink()
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (busy) return
    const found = passwordProblem(password)
    setProblem(found)
    setFailed(false)
    if (found) return field.current?.focus()
    await save()
  }

  async function save() {
    setBusy(true)
    const outcome = await updatePassword(password)
    if (outcome.saved && user) await leaveLinkSession(user, password)
    setBusy(false)
    setSaved(outcome.saved)
    const needsCode = !outcome.saved && outcome.code === 'insufficient_aal'
    setCodeNeeded(needsCode)
    setFailed(!outcome.saved && !needsCode)
    if (!outcome.saved) setProblem(outcome.reason)
  }

  async function enter(code: string) {
    const { enterCode } = await import('@/lib/session/second-factor')
    await enterCode(code)
    await save()
  }

  if (saved) {
    return (
      <div className="flex flex-col gap-4">
        <Alert role="alert" tone="success">
          Password updated
        </Alert>
        <LeavingLink href={HOME_PATH}>Continue</LeavingLink>
      </div>
    )
  }

  if (codeNeeded) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-text-muted">Your account is protected by an authenticator app.</p>
        <CodeForm submitLabel="Save password" enter={enter} />
      </div>
    )
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failed ? (
        <Alert role="alert" tone="danger">
          Error updating user
        </Alert>
      ) : null}
      <p className="text-text-muted">For {user.email}</p>
      <NewPasswordField ref={field} value={password} onChange={setPassword} error={problem} />
      <Button type="submit" variant="primary" size="lg" loading={busy}>
        Save password
      </Button>
    </form>
  )
}

/** Loads the next page anew: monitoring, which is off on this one (sentry.client.config.ts), is decided when a page loads. */
function LeavingLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={buttonClass({ variant: 'primary', size: 'lg' })}>
      {children}
    </a>
  )
}
