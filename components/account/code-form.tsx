import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { failureMessage } from '@/lib/errors'
import { isCode } from '@/lib/session/second-factor'

/** Asks for the six digits of an authenticator app. `enter` checks them; a rejection keeps the form and shows the message. */
export function CodeForm({
  label = 'Code',
  submitLabel,
  enter,
  cancel,
}: {
  label?: string
  submitLabel: string
  enter: (code: string) => Promise<void>
  cancel?: { label: string; act: () => void }
}) {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [checking, setChecking] = useState(false)
  // What led here is gone, and the code is all that is asked for.
  useEffect(() => field.current?.focus(), [])

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    // The dialog may be rendered inside another form's tree.
    event.stopPropagation()
    if (checking) return
    setProblem(undefined)
    if (!isCode(code)) {
      setProblem('Enter the six digits.')
      return field.current?.focus()
    }
    setChecking(true)
    try {
      await enter(code)
    } catch (error) {
      setProblem(failureMessage(error))
      setCode('')
      field.current?.focus()
    } finally {
      setChecking(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormRow label={label} error={problem} hint="Six digits, as the authenticator app shows them." required>
        <Input
          ref={field}
          className="code max-w-40"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </FormRow>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={checking}>
          {submitLabel}
        </Button>
        {cancel ? (
          <Button disabled={checking} onClick={cancel.act}>
            {cancel.label}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
