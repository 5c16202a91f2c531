import { z } from 'zod'
import type { CommonField, Entry, FieldFace } from '../records/field'
import { choices, field } from '../records/field-builders'
import { CODECS } from '../telephony/provisioning/phone-settings'
import { isNetwork } from '../validation/network'
import { labelIn } from '../words'
import { EMAIL } from './email-field'

// Settings that may be inherited: null means that the value of the next level up applies.

const ON_OFF = choices(['true', 'false'], { true: 'On', false: 'Off' })

/** True, false or null. A choice in the form is text, a stored value is a boolean. */
export function onOff(common: CommonField) {
  return field(
    { ...common, kind: 'select', options: ON_OFF },
    z
      .union([z.boolean(), z.enum(['true', 'false'])])
      .nullable()
      .transform((value) => (value === null ? null : String(value) === 'true')),
    null,
  )
}

/**
 * The entries of these settings, of which an empty field shows the value it inherits. For null it shows what the entry declares as its
 * placeholder, such as "no limit".
 */
export function inheriting<Name extends string, Shape extends Readonly<Record<Name, Entry>>>(
  entries: Shape,
  values: Readonly<Record<Name, unknown>>,
): Shape {
  const shown = Object.entries<Entry>(entries).map(([name, entry]) => {
    const placeholder = `Inherited: ${inheritedWords(entry.face, values[name as Name])}`
    return [name, { ...entry, face: { ...entry.face, placeholder } }]
  })
  return Object.fromEntries(shown) as Shape
}

function inheritedWords(face: FieldFace | undefined, value: unknown): string {
  if (value === null) return face?.placeholder ?? 'none'
  if (face?.kind === 'select') return labelIn(face.options, String(value))
  if (face?.kind === 'number' && face.unit) return `${value} ${face.unit}`
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** A list of texts, one per line; null if empty. `stored` converts a line to its stored form. */
export function lines(stored: (line: string) => string) {
  return z
    .array(z.string())
    .nullable()
    .transform((typed) => {
      const written = (typed ?? []).map((line) => stored(line.trim())).filter(Boolean)
      return written.length > 0 ? written : null
    })
}

/** Up to ten email addresses, one per line; null when empty. */
export const emails = lines((line) => line)
  // A single error for the field, which holds all lines.
  .refine(
    (written) =>
      (written ?? []).every((line) => line.length <= EMAIL.maxLength && EMAIL.rule.safeParse(line).success),
    'Enter one email address per line.',
  )
  .refine((written) => (written ?? []).length <= 10, 'At most 10 addresses.')

/** Up to 50 IP addresses or networks, one per line; null when empty. */
export const addresses = lines((line) => line)
  .refine((written) => (written ?? []).length <= 50, 'At most 50 addresses.')
  .refine(
    (written) => (written ?? []).every(isNetwork),
    'Each line is an IP address such as 192.0.2.10, or a network such as 192.0.2.0/24.',
  )

export const CODECS_HINT = `One per line, preferred first: ${CODECS.join(', ')}. Calls use G722, PCMU and PCMA.`

/** Codecs that phones can offer, one per line; null when empty. */
export const codecs = lines((line) => line.toUpperCase())
  .refine(
    (written) => (written ?? []).every((name) => (CODECS as readonly string[]).includes(name)),
    `Each line is one of ${CODECS.join(', ')}.`,
  )
  .refine((written) => new Set(written ?? []).size === (written ?? []).length, 'Enter each codec once.')
  .refine(
    (written) => written === null || written.some((name) => name === 'PCMU' || name === 'PCMA'),
    'Include PCMU or PCMA: without them, no call connects.',
  )
