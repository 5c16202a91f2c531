import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { ConfirmSignIn } from '@/components/common/confirm-sign-in'
import { CopyButton } from '@/components/common/copy-button'
import { Button } from '@/components/ui/button'
import { FailureAlert } from '@/components/ui/failure-alert'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useRecentSignIn } from '@/hooks/use-recent-sign-in'
import { useSubmit } from '@/hooks/use-submit'
import { beginFactor, type NewFactor, turnOnFactor } from '@/lib/session/second-factor'
import { CodeForm } from './code-form'

/** Sets up an authenticator app in two steps: a name, then its QR code and the first code. */
export function FactorSetup({ onDone, onCancel }: { onDone: () => Promise<unknown>; onCancel: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [made, setMade] = useState<NewFactor | null>(null)
  const { attempt, working, failure } = useSubmit()
  const { run, asking } = useRecentSignIn()
  // The button that led here is gone.
  useEffect(() => field.current?.focus(), [])

  function begin(event: SyntheticEvent) {
    event.preventDefault()
    const missing = name.trim() === '' ? 'Enter a name, such as the phone it is on.' : undefined
    setProblem(missing)
    if (missing) return field.current?.focus()
    void attempt(async () => setMade(await run(() => beginFactor(name.trim()))))
  }

  if (!made) {
    return (
      <form noValidate onSubmit={begin} className="flex flex-col gap-4">
        <FormRow label="Name of the app or phone" error={problem} required>
          <Input
            ref={field}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </FormRow>
        <FailureAlert text={failure} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={working}>
            Continue
          </Button>
          <Button disabled={working} onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <ConfirmSignIn asking={asking} />
      </form>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p>Scan this with an authenticator app, such as one that comes with your phone’s password manager.</p>
      {/* White around the modules, in dark mode too: cameras need it. */}
      {/* oxlint-disable-next-line nextjs/no-img-element -- the picture is in its address */}
      <img
        src={made.qrCode}
        alt="QR code for the authenticator app"
        className="size-48 self-start rounded-md border border-border bg-white p-1"
      />
      <p className="text-text-muted">
        Or type this key into it:{' '}
        <span className="inline-flex items-center gap-1">
          <span className="code break-all text-text">{made.secret}</span>
          <CopyButton text={made.secret} what="key" />
        </span>
      </p>
      <CodeForm
        label="Code from the app"
        submitLabel="Turn on"
        enter={async (code) => {
          await run(() => turnOnFactor(made.id, code))
          await onDone()
        }}
        cancel={{ label: 'Cancel', act: onCancel }}
      />
      <ConfirmSignIn asking={asking} />
    </div>
  )
}
