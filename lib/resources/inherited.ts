import { z } from 'zod'
import type { Choice } from './resource'

// Values that may be inherited: every empty one is null, which means that the next higher one applies.

/** The two choices of a switch that may be inherited. */
export const ON_OFF: readonly Choice[] = [
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
]

/** Text of the schema's kind, or null. */
export const inheritedText = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .nullable()
    .transform((value) => value || null)
    .pipe(schema.nullable())

/** A whole number between two, or null. */
export const whole = (lowest: number, highest: number) =>
  z
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(lowest, `At least ${lowest}.`)
    .max(highest, `At most ${highest.toLocaleString('en')}.`)
    .nullable()

/** True, false or null; a choice of the form is text, a stored value is none. */
export const onOff = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .nullable()
  .transform((value) => (value === null ? null : String(value) === 'true'))

/** What stands in an empty field: what it inherits. */
export const inherited = (value: string | number) => `Inherited: ${value}`
