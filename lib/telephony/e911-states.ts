import { choices } from '../records/field-builders'
import { DIDS } from '../supabase/constraints'

/** State of a number's 911 registration with the carrier (private.apply_e911_state). */
export const E911_STATES = choices(DIDS.e911_state.choices, {
  none: 'Not registered',
  submitted: { hint: 'The carrier has not answered yet.' },
})

export type E911State = (typeof E911_STATES)[number]['value']
