import { createContext, useContext } from 'react'

/** What a form row tells the control inside it. */
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
 * The id and ARIA attributes of a control: those of the form row around it, unless the control's own props say
 * otherwise. Required fields are announced, not enforced by the browser: validation texts come from the form.
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
