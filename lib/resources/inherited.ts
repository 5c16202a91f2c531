import { z } from 'zod'
import type { Choice, CommonField } from '../records/field'
import { field } from '../records/field-builders'

// Values that may be inherited: every empty one is null, which means that the next higher one applies.

const ON_OFF: readonly Choice[] = [
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
]

/** True, false or null; a choice of the form is text, a stored value is none. */
export function onOff(common: CommonField, from?: string) {
  return field(
    { ...common, kind: 'select', options: ON_OFF, placeholder: from && inherited(from) },
    z
      .union([z.boolean(), z.enum(['true', 'false'])])
      .nullable()
      .transform((value) => (value === null ? null : String(value) === 'true')),
    null,
  )
}

/** What stands in an empty field: what it inherits. */
export const inherited = (value: string | number) => `Inherited: ${value}`
