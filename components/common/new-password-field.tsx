import type { Ref } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { PasswordInput } from '@/components/ui/password-input'
import { MINIMUM_PASSWORD_LENGTH } from '@/lib/session/password'

interface NewPasswordFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  /** Why the password cannot be taken; undefined while it can. */
  error: string | undefined
}

/** Where a person chooses a password for their own account. */
export function NewPasswordField({ ref, value, onChange, error }: NewPasswordFieldProps) {
  return (
    <FormRow
      label="New password"
      hint={`At least ${MINIMUM_PASSWORD_LENGTH} characters.`}
      error={error}
      required
    >
      <PasswordInput
        ref={ref}
        name="password"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormRow>
  )
}
