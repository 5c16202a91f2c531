import { z } from 'zod'
import { destination, kept, number, reference, text, toggle } from '../records/field-builders'
import { blankOf, defineResource, formOf } from '../records/resource'

const entries = {
  digits: text({
    label: 'Digits',
    max: 6,
    required: 'Enter the digits.',
    rule: z.string().regex(/^[0-9*#]{1,6}$/, 'Up to six of 0–9, * and #.'),
  }),
  destination_id: destination({ label: 'Destination', required: 'Choose a destination.' }),
  description: text({ label: 'Description', max: 255 }),
  enabled: toggle({ label: 'Enabled', start: true }),
}

const inForm = { id: kept(z.string(), ''), ...entries }

/** An option in the form of its menu. */
export const option = formOf(inForm)

/** An option as it is typed. */
export type TypedOption = z.input<typeof option>

/** A new option for the first digit that no other has. */
export function blankOption(others: readonly TypedOption[]): TypedOption {
  const taken = new Set(others.map(({ digits }) => digits))
  const digits = [...'1234567890*#'].find((digit) => !taken.has(digit)) ?? ''
  return { ...blankOf(inForm), id: crypto.randomUUID(), digits }
}

/** The options of a tenant's menus as they stand in a file, a line each. */
export const ivrMenuOption = defineResource({
  table: 'ivr_menu_options',
  section: 'telephony',
  noun: 'option',
  plural: 'menu options',
  fields: {
    ivr_menu_id: reference({
      label: 'IVR menu',
      to: { table: 'ivr_menus', columns: ['number', 'name'], noun: 'IVR menu' },
      required: 'Name the menu.',
    }),
    ...entries,
    position: number({ label: 'Place', min: 0, max: 9999, start: 1 }),
  },
  columns: [],
  sort: { column: 'position' },
  importKey: ['ivr_menu_id', 'digits'],
  label: ({ digits, description }) => `${digits} ${description}`.trim(),
})
