import { z } from 'zod'
import { destination, kept, matching, number, reference, text, toggle } from '../records/field-builders'
import { blankOf, defineResource, formOf } from '../records/resource'
import { IVR_MENU_OPTIONS as LIMITS } from '../supabase/constraints'
import { recordOf } from './kinds'

const entries = {
  digits: text({
    maxLength: 6,
    required: 'Enter the digits.',
    keyboard: 'tel',
    rule: matching(/^[0-9*#]{1,6}$/, 'Enter up to six of 0–9, * and #.'),
  }),
  destination_id: destination({ required: 'Choose a destination.' }),
  description: text(LIMITS.description),
  enabled: toggle({ start: true }),
}

const inForm = { id: kept(z.string(), ''), ...entries }

export const option = formOf(inForm)

/** An option before validation. */
export type TypedOption = z.input<typeof option>

/** A new option for the lowest digit that is still free. */
export function blankOption(others: readonly TypedOption[]): TypedOption {
  const taken = new Set(others.map(({ digits }) => digits))
  const digits = [...'1234567890*#'].find((digit) => !taken.has(digit)) ?? ''
  return { ...blankOf(inForm), id: crypto.randomUUID(), digits }
}

/** The options of a tenant's menus, as exported and imported. */
export const ivrMenuOption = defineResource({
  table: 'ivr_menu_options',
  section: 'telephony',
  noun: 'option',
  plural: 'menu options',
  fields: {
    ivr_menu_id: reference({ label: 'IVR menu', to: recordOf('ivr_menus'), required: 'Enter the menu.' }),
    ...entries,
    position: number({ ...LIMITS.position, start: 1 }),
  },
  sort: { column: 'position' },
  importKey: ['ivr_menu_id', 'digits'],
  label: ({ digits, description }) => `${digits} ${description}`.trim(),
})
