// The longest texts of the protocol that no column bounds. A file of their own, because the agent does not load the schema library.

/** Of the 911 call that an agent reports. */
export const EMERGENCY_CALL = {
  channel: { maxLength: 255 },
  call_back: { maxLength: 32 },
  address: { maxLength: 500 },
  location: { maxLength: 255 },
} as const

/** Of the reason why a command was not carried out. */
export const PROBLEM = { maxLength: 255 } as const
