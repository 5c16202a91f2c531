import { destination, inOrder, kept, number, text, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { ivrMenuOption, option } from './ivr-menu-option'
import { callerIdPrefix, dialledNumber, recording, recordName } from './telephony-fields'

const heard = { group: 'Callers hear' }
const choosing = { group: 'Choosing', bulk: true }

/** A menu that callers hear, and where each digit leads. */
export const ivrMenu = defineResource({
  table: 'ivr_menus',
  view: 'ivr_menu_summaries',
  section: 'telephony',
  noun: 'IVR menu',
  plural: 'IVR menus',
  description: 'Menus that callers hear, and where each digit leads.',
  path: 'routing/ivr-menus',
  fields: {
    name: recordName,
    number: dialledNumber,
    description: text({ label: 'Description', max: 255, bulk: true }),
    caller_id_name_prefix: callerIdPrefix,
    greet_long_recording_id: recording('Greeting', heard),
    greet_short_recording_id: recording('Short greeting', { ...heard, hint: 'From the second time on.' }),
    invalid_sound_recording_id: recording('Invalid choice', heard),
    exit_sound_recording_id: recording('On exit', heard),
    timeout_ms: number({
      ...choosing,
      label: 'Timeout',
      min: 1,
      max: 60_000,
      unit: 'milliseconds',
      start: 3000,
    }),
    inter_digit_timeout_ms: number({
      ...choosing,
      label: 'Between digits',
      min: 1,
      max: 10_000,
      unit: 'milliseconds',
      start: 2000,
    }),
    max_failures: number({ ...choosing, label: 'Wrong choices allowed', min: 1, max: 10, start: 3 }),
    max_timeouts: number({ ...choosing, label: 'Timeouts allowed', min: 1, max: 10, start: 3 }),
    digit_length: number({
      label: 'Digits awaited',
      group: 'Choosing',
      min: 1,
      max: 6,
      hint: 'With more than one, a choice of fewer digits waits for the time between digits.',
    }),
    direct_dial: toggle({
      label: 'Direct dial',
      group: 'Choosing',
      hint: 'Callers may dial a number of the tenant. No option may then have its digits.',
    }),
    exit_destination_id: destination({
      ...choosing,
      label: 'Exit',
      wide: true,
      placeholder: 'Hang up',
      hint: 'Where calls go after too many wrong choices or timeouts.',
    }),
    enabled: toggle({ ...choosing, label: 'Enabled', start: true }),
    ivr_menu_options: kept(inOrder(option), []),
  },
  rules: (form) =>
    form.superRefine(({ ivr_menu_options: options, digit_length: most }, context) => {
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
    yesOrNo('enabled', 'Enabled', 'Enabled', 'Disabled'),
    yesOrNo('direct_dial', 'Direct dial', 'With direct dial', 'Without direct dial'),
  ],
  sort: { column: 'name' },
  importKey: ['number'],
  children: [{ table: 'ivr_menu_options', parent: 'ivr_menu_id', orderBy: 'position', file: ivrMenuOption }],
  isDestination: true,
  essentials: ['name', 'number'],
  unique: ['number'],
  label: ({ number, name }) => `${number} ${name}`.trim(),
})
