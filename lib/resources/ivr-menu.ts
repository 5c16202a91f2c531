import { z } from 'zod'
import { ivrMenuOption, option } from './ivr-menu-option'
import { defineResource, type ReferenceTarget } from './resource'
import { callerIdPrefix, dialledNumber, inOrder, recordName, wholeNumber } from './telephony-rules'

const RECORDING: ReferenceTarget = { table: 'recordings', columns: ['name'], noun: 'recording' }
const YES_OR_NO = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
]

/** An option as it stands in the form. */
export interface TypedOption {
  id: string
  digits: string
  destination_id: string | null
  description: string
  enabled: boolean
}

/** A new option for the first digit that no other has. */
export function blankOption(others: readonly TypedOption[]): TypedOption {
  const taken = new Set(others.map(({ digits }) => digits))
  const digits = [...'1234567890*#'].find((digit) => !taken.has(digit)) ?? ''
  return { id: crypto.randomUUID(), digits, destination_id: null, description: '', enabled: true }
}

/** A menu that callers hear, and where each digit leads. */
export const ivrMenu = defineResource({
  table: 'ivr_menus',
  section: 'telephony',
  noun: 'IVR menu',
  plural: 'IVR menus',
  description: 'Menus that callers hear, and where each digit leads.',
  path: 'routing/ivr-menus',
  schema: z
    .object({
      name: recordName,
      number: dialledNumber,
      greet_long_recording_id: z.string().nullable(),
      greet_short_recording_id: z.string().nullable(),
      invalid_sound_recording_id: z.string().nullable(),
      exit_sound_recording_id: z.string().nullable(),
      timeout_ms: wholeNumber(1, 60_000, 'milliseconds'),
      inter_digit_timeout_ms: wholeNumber(1, 10_000, 'milliseconds'),
      max_failures: wholeNumber(1, 10),
      max_timeouts: wholeNumber(1, 10),
      digit_length: wholeNumber(1, 6),
      direct_dial: z.boolean(),
      caller_id_name_prefix: callerIdPrefix,
      exit_destination_id: z.string().nullable(),
      description: z.string().max(255, 'At most 255 characters.'),
      enabled: z.boolean(),
      ivr_menu_options: inOrder(option),
    })
    .superRefine(({ ivr_menu_options: options, digit_length: most }, context) => {
      for (const [index, { digits }] of options.entries()) {
        const message =
          digits.length > most
            ? `The menu waits for ${most === 1 ? 'one digit' : `${most} digits`} only.`
            : options.some((other, at) => at < index && other.digits === digits)
              ? `${digits} is there twice.`
              : null
        if (message) {
          context.addIssue({ code: 'custom', message, path: ['ivr_menu_options', index, 'digits'] })
        }
      }
    }),
  blank: () => ({
    name: '',
    number: '',
    greet_long_recording_id: null,
    greet_short_recording_id: null,
    invalid_sound_recording_id: null,
    exit_sound_recording_id: null,
    timeout_ms: 3000,
    inter_digit_timeout_ms: 2000,
    max_failures: 3,
    max_timeouts: 3,
    digit_length: 1,
    direct_dial: false,
    caller_id_name_prefix: '',
    exit_destination_id: null,
    description: '',
    enabled: true,
    ivr_menu_options: [],
  }),
  fields: [
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, required: true },
    { name: 'number', label: 'Number', kind: 'text', maxLength: 7, required: true },
    { name: 'description', label: 'Description', kind: 'text', maxLength: 255, bulk: true },
    {
      name: 'caller_id_name_prefix',
      label: 'Caller ID prefix',
      kind: 'text',
      maxLength: 20,
      bulk: true,
      hint: 'Stands before the caller’s name on the phones.',
    },
    {
      name: 'greet_long_recording_id',
      label: 'Greeting',
      kind: 'reference',
      to: RECORDING,
      group: 'Callers hear',
    },
    {
      name: 'greet_short_recording_id',
      label: 'Short greeting',
      kind: 'reference',
      to: RECORDING,
      group: 'Callers hear',
      hint: 'From the second time on.',
    },
    {
      name: 'invalid_sound_recording_id',
      label: 'Invalid choice',
      kind: 'reference',
      to: RECORDING,
      group: 'Callers hear',
    },
    {
      name: 'exit_sound_recording_id',
      label: 'On exit',
      kind: 'reference',
      to: RECORDING,
      group: 'Callers hear',
    },
    {
      name: 'timeout_ms',
      label: 'Timeout',
      kind: 'number',
      min: 1,
      max: 60_000,
      unit: 'milliseconds',
      required: true,
      bulk: true,
      group: 'Choosing',
    },
    {
      name: 'inter_digit_timeout_ms',
      label: 'Between digits',
      kind: 'number',
      min: 1,
      max: 10_000,
      unit: 'milliseconds',
      required: true,
      bulk: true,
      group: 'Choosing',
    },
    {
      name: 'max_failures',
      label: 'Wrong choices allowed',
      kind: 'number',
      min: 1,
      max: 10,
      required: true,
      bulk: true,
      group: 'Choosing',
    },
    {
      name: 'max_timeouts',
      label: 'Timeouts allowed',
      kind: 'number',
      min: 1,
      max: 10,
      required: true,
      bulk: true,
      group: 'Choosing',
    },
    {
      name: 'digit_length',
      label: 'Digits awaited',
      kind: 'number',
      min: 1,
      max: 6,
      required: true,
      group: 'Choosing',
      hint: 'With more than one, a choice of fewer digits waits for the time between digits.',
    },
    {
      name: 'direct_dial',
      label: 'Direct dial',
      kind: 'switch',
      group: 'Choosing',
      hint: 'Callers may dial a number of the tenant. No option may then have its digits.',
    },
    {
      name: 'exit_destination_id',
      label: 'Exit',
      kind: 'destination',
      bulk: true,
      wide: true,
      placeholder: 'Hang up',
      group: 'Choosing',
      hint: 'Where calls go after too many wrong choices or timeouts.',
    },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true, group: 'Choosing' },
  ],
  columns: [
    { id: 'name', sortable: true, phone: 'primary' },
    { id: 'number', sortable: true },
    { id: 'parents', header: 'Parent' },
    { id: 'option_count', header: 'Options', sortable: true, numeric: true },
    { id: 'exit_destination_id' },
    { id: 'enabled', header: 'Enabled' },
  ],
  search: 'Name or number',
  filters: [
    { name: 'enabled', label: 'Enabled', options: YES_OR_NO('Enabled', 'Disabled') },
    {
      name: 'direct_dial',
      label: 'Direct dial',
      options: YES_OR_NO('With direct dial', 'Without direct dial'),
    },
  ],
  sort: { column: 'name' },
  importKey: ['number'],
  children: [{ table: 'ivr_menu_options', parent: 'ivr_menu_id', orderBy: 'position', file: ivrMenuOption }],
  isDestination: true,
  essentials: ['name', 'number'],
  unique: ['number'],
  label: ({ number, name }) => `${number} ${name}`.trim(),
})
