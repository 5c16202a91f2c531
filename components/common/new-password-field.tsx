import type { Ref } from 'react'
import { FormRow } from '@/components/ui/form-row'
import { PasswordInput } from '@/components/ui/password-input'
import { MINIMUM_PASSWORD_LENGTH } from '@/lib/session/password-length'

interface NewPasswordFieldProps {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  /** Why the password is rejected; undefined if it is acceptable. */
  error: string | undefined
}

/** A field for choosing one's own password. */
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
