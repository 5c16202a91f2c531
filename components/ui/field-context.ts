import { createContext, useContext } from 'react'

/** What a form row passes to its control. */
export type FieldState = {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldState | null>(null)

type Wiring = {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
  'aria-required'?: boolean | 'true' | 'false'
}

/**
 * Id and ARIA attributes of a control: from the surrounding form row, unless its own props override them. Required fields are
 * announced, but validated by the form rather than the browser.
 */
export function useFieldWiring(own: Wiring): Wiring {
  const field = useContext(FieldContext)
  const described = [field?.describedBy, own['aria-describedby']].filter(Boolean).join(' ')
  return {
    id: own.id ?? field?.id,
    'aria-describedby': described || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': own['aria-required'] ?? (field?.required || undefined),
  }
}
