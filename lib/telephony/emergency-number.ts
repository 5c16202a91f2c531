import { EMERGENCY_NUMBERS } from '../supabase/constraints'

/** The number whose calls notify people; the 933 test number and the 988 crisis line notify nobody. */
export const NOTIFIED_NUMBER = '911'

/** Whether dialed digits are an emergency number: 911, its test number 933, or the crisis line 988. Nobody is charged for such calls. */
export function isEmergency(digits: string): boolean {
  return EMERGENCY_NUMBERS.some((number) => number === digits)
}
