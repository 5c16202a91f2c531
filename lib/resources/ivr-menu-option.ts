import { z } from 'zod'
import { defineResource } from './resource'
import { wholeNumber } from './telephony-rules'

/** An option in the form of its menu. */
export const option = z.object({
  id: z.string(),
  digits: z.string().regex(/^[0-9*#]{1,6}$/, 'Up to six of 0–9, * and #.'),
  destination_id: z.string({ error: 'Choose a destination.' }),
  description: z.string().max(255, 'At most 255 characters.'),
  enabled: z.boolean(),
})

/** The options of a tenant's menus as they stand in a file, a line each. */
export const ivrMenuOption = defineResource({
  table: 'ivr_menu_options',
  section: 'telephony',
  noun: 'option',
  plural: 'menu options',
  schema: option
    .omit({ id: true })
    .extend({ ivr_menu_id: z.string({ error: 'Name the menu.' }), position: wholeNumber(0, 9999) }),
  blank: () => ({
    ivr_menu_id: undefined,
    position: 1,
    digits: '',
    destination_id: undefined,
    description: '',
    enabled: true,
  }),
  fields: [
    {
      name: 'ivr_menu_id',
      label: 'IVR menu',
      kind: 'reference',
      to: { table: 'ivr_menus', columns: ['number', 'name'], noun: 'IVR menu' },
      required: true,
    },
    { name: 'digits', label: 'Digits', kind: 'text', maxLength: 6, required: true },
    { name: 'destination_id', label: 'Destination', kind: 'destination', required: true },
    { name: 'description', label: 'Description', kind: 'text', maxLength: 255 },
    { name: 'position', label: 'Place', kind: 'number', min: 0, max: 9999 },
    { name: 'enabled', label: 'Enabled', kind: 'switch' },
  ],
  columns: [],
  sort: { column: 'position' },
  importKey: ['ivr_menu_id', 'digits'],
  label: ({ digits, description }) => `${digits} ${description}`.trim(),
})
