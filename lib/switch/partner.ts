import { EMERGENCY_NUMBERS } from '../supabase/constraints'
import { PARTNER, partnersWayVariable, PHONE, wayVariable } from './channel-variables'

/**
 * The variable, name and value, that makes a channel copy a variable of the channel it is bridged to when it is transferred. The value is
 * expanded three times: as the action's data, by `set`, and when the transfer begins. Only the last is wanted, hence the backslashes.
 */
const noted = (variable: string, theirs: string) =>
  [
    `execute_on_blind_transfer_${variable}`,
    `set:${variable}=\\\\\\\${uuid_getvar(\\\\\\\${signal_bond} ${theirs})}`,
  ] as const

/** What a transferred call keeps: whose phone transferred it, and that phone's ways out for emergency numbers (emergency.ts). */
export const PARTNER_NOTED = [
  noted(PARTNER, PHONE),
  ...EMERGENCY_NUMBERS.map((number) => noted(partnersWayVariable(number), wayVariable(number))),
]
