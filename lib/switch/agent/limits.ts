// Bounds of the protocol that no column has. A file of their own, because the agent does not load the schema library.

/** How many events are delivered at once; thousands of phones may register within a second. */
export const ENTRIES_A_DELIVERY = 1000

/** How many phones, mailboxes or messages a report lists. */
export const MOST_LISTED = 50_000

/** How many live calls a report lists. */
export const MOST_CALLS = 20_000

/** Of the number of the queue in which a call waits. */
export const QUEUE = { maxLength: 16 } as const

/** Of the 911 call that an agent reports. */
export const EMERGENCY_CALL = {
  channel: { maxLength: 255 },
  call_back: { maxLength: 32 },
  address: { maxLength: 500 },
  location: { maxLength: 255 },
} as const

/** Of the reason why a command was not carried out. */
export const PROBLEM = { maxLength: 255 } as const
