import type { Ref } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'

/** Why an email address cannot be valid; undefined if it may be tried. The server decides the rest. */
export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return 'Enter your email address.'
  return /^\S+@\S+$/.test(email.trim()) ? undefined : 'This does not look like an email address.'
}

/** The email field of the sign-in pages. */
export function EmailField({
  ref,
  value,
  error,
  onChange,
}: {
  ref: Ref<HTMLInputElement>
  value: string
  error: string | undefined
  onChange: (email: string) => void
}) {
  return (
    <FormRow label="Email" error={error} required>
      <Input
        ref={ref}
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormRow>
  )
}
