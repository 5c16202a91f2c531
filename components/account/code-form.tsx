import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useSubmit } from '@/hooks/use-submit'
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
  const { attempt, working, failure, setFailure } = useSubmit()
  // What led here is gone, and the code is all that is asked for.
  useEffect(() => field.current?.focus(), [])

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    // The dialog may be rendered inside another form's tree.
    event.stopPropagation()
    if (!isCode(code)) {
      setFailure('Enter the six digits.')
      return field.current?.focus()
    }
    void attempt(() =>
      enter(code).catch((error: unknown) => {
        setCode('')
        field.current?.focus()
        throw error
      }),
    )
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormRow label={label} error={failure} hint="Six digits, as the authenticator app shows them." required>
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
        <Button type="submit" variant="primary" loading={working}>
          {submitLabel}
        </Button>
        {cancel ? (
          <Button disabled={working} onClick={cancel.act}>
            {cancel.label}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
