import { EMERGENCY_NUMBERS } from '../supabase/constraints'

/** The variable of a phone's channels that holds its extension's id (directory.ts). */
export const PHONE = 'trunkline_phone'
/** Variables of a call that tell which extension may transfer it, and on which channel; without the latter, on the one it is bridged to. */
export const PARTNER = 'trunkline_partner'
export const PARTNERS_CHANNEL = 'trunkline_partners_channel'

/** The variable of a phone's calls with its way out for an emergency number. */
export const wayVariable = (number: string) => `trunkline_${number}`
/** The variable of a leg that a phone's call has made, with that phone's way out. */
export const callersWayVariable = (number: string) => `trunkline_callers_${number}`
/** The variable of a call that a phone has transferred, with this phone's way out. */
export const partnersWayVariable = (number: string) => `trunkline_partners_${number}`

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
