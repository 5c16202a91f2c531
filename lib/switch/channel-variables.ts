// The names of the channel variables that this product sets, beside those that have a meaning to FreeSWITCH itself.

/** The call's state (call-state.ts). */
export const CALL = 'trunkline_call'
/** The path so far (path.ts), which calls in progress and records show. */
export const PATH = 'trunkline_path'
/** Why the call goes to where it is transferred. */
export const BECAUSE = 'trunkline_because'

/** Set of a call that rings phones. Each answer removes it. */
export const RINGING = 'trunkline_ringing'
/** The last extension that rings. */
export const RINGS = 'trunkline_rings'
/** The calls that can be picked up at a phone or group. */
export const LISTED = 'trunkline_listed'

/** The digits pressed in a menu, and a PIN. */
export const PRESSED = 'trunkline_pressed'
export const PIN = 'trunkline_pin'

/** The switch's state of a queue: the loaded configuration, and its tiers. */
export const QUEUE_LOADED = 'trunkline_queue_loaded'
export const QUEUE_TIERS = 'trunkline_queue_tiers'
/**
 * Of a caller in a queue: the application by which an agent's phone records the call, if its extension says so; another one where the call
 * is recorded anyway.
 */
export const AGENTS_RECORDER = 'trunkline_recorder'
/** What that other application sets, which nothing reads. */
export const RECORDED = 'trunkline_recorded'
/** What commands to mod_callcenter answer, which nothing reads. */
export const DONE = 'trunkline_done'

/** The number called by a leg through a gateway: by it the leg is charged (lib/cdr/parse-record.ts). */
export const OUTSIDE_NUMBER = 'trunkline_outside'
/** Set of a call whose caller from outside withholds number or name. */
export const WITHHELD = 'trunkline_withheld'

/** Of a phone's channels: its extension's id (directory.ts). */
export const PHONE = 'trunkline_phone'
/** Which extension may transfer a call, and on which channel; without the latter, on the one it is bridged to. */
export const PARTNER = 'trunkline_partner'
export const PARTNERS_CHANNEL = 'trunkline_partners_channel'

/** The emergency number that was called. */
export const EMERGENCY = 'trunkline_emergency'
/** Set of a call that the switch's own dialplan has sent out. */
export const AWAY = 'trunkline_away'
/** Of a phone's calls: its way out for an emergency number. */
export const wayVariable = (number: string) => `trunkline_${number}`
/** Of a leg that a phone's call has made: that phone's way out. */
export const callersWayVariable = (number: string) => `trunkline_callers_${number}`
/** Of a call that a phone has transferred: this phone's way out. */
export const partnersWayVariable = (number: string) => `trunkline_partners_${number}`

/** The channel that someone listens to; theirs is not a call itself. */
export const LISTENS = 'trunkline_listens'
