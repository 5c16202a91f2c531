const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })

/** A moment (ISO 8601) as a date in the reader's time zone: "Jan 6, 2026". */
export function formatDate(at: string): string {
  return DATE.format(new Date(at))
}

/** A moment (ISO 8601) to the second, in the reader's time zone, which is named. */
export function formatDateTime(at: string): string {
  return DATE_TIME.format(new Date(at))
}
