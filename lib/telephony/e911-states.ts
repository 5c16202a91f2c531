import type { Choice } from '../records/field'

/** State of a number's 911 registration with the carrier (private.apply_e911_state). */
export const E911_STATES = [
  { value: 'none', label: 'Not registered' },
  { value: 'submitted', label: 'Submitted', hint: 'The carrier has not answered yet.' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'rejected', label: 'Rejected' },
] as const satisfies readonly Choice[]

export type E911State = (typeof E911_STATES)[number]['value']
