import { z } from 'zod'

/** A telephony record's name, as wide as FusionPBX's. */
export const recordName = z
  .string({ error: 'Give a name.' })
  .trim()
  .min(1, 'Give a name.')
  .max(75, 'At most 75 characters.')

/** A number of the tenant's own plan. */
export const dialledNumber = z
  .string({ error: 'Give a number.' })
  .trim()
  .regex(/^[0-9]{2,7}$/, 'Give a number of 2 to 7 digits.')

export const callerIdPrefix = z.string().max(20, 'At most 20 characters.')

/** A whole number of seconds within bounds that the message names. */
export function seconds(min: number, max: number) {
  return wholeNumber(min, max, 'seconds')
}

/** A whole number within bounds that the message names. */
export function wholeNumber(min: number, max: number, unit?: string) {
  const message = `Between ${min} and ${max}${unit ? ` ${unit}` : ''}.`
  return z.number({ error: message }).int(message).min(min, message).max(max, message)
}

/** Rows that keep the order in which they stand: their positions count from 1. */
export function inOrder<Row extends z.ZodType<object>>(row: Row) {
  return z.array(row).transform((rows) => rows.map((one, index) => ({ ...one, position: index + 1 })))
}
