import { destination, group, inOrder, kept, number, text, toggle } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { IVR_MENUS as LIMITS } from '../supabase/constraints'
import { ivrMenuOption, option } from './ivr-menu-option'
import { callerIdPrefix, dialedNumber, enabled, numbered, recording, recordName } from './telephony-fields'

/** A menu that callers hear, and where each key press leads. */
export const ivrMenu = defineResource({
  ...numbered,
  table: 'ivr_menus',
  view: 'ivr_menu_summaries',
  noun: 'IVR menu',
  description: 'Menus that callers hear, and where each key press leads.',
  fields: {
    name: recordName,
    number: dialedNumber,
    description: text({ ...LIMITS.description, bulk: true }),
    caller_id_name_prefix: callerIdPrefix,
    ...group('Audio', {
      greet_long_recording_id: recording('Greeting', { hint: 'Without one, callers hear nothing.' }),
      greet_short_recording_id: recording('Short greeting', { hint: 'From the second time on.' }),
      invalid_sound_recording_id: recording('Invalid choice'),
      exit_sound_recording_id: recording('On exit'),
    }),
    ...group('Input', {
      timeout_ms: number({
        ...LIMITS.timeout_ms,
        label: 'Timeout',
        unit: 'milliseconds',
        start: 3000,
        bulk: true,
      }),
      inter_digit_timeout_ms: number({
        ...LIMITS.inter_digit_timeout_ms,
        label: 'Inter-digit timeout',
        unit: 'milliseconds',
        start: 2000,
        bulk: true,
      }),
      max_failures: number({
        ...LIMITS.max_failures,
        label: 'Invalid choices allowed',
        start: 3,
        bulk: true,
      }),
      max_timeouts: number({ ...LIMITS.max_timeouts, label: 'Timeouts allowed', start: 3, bulk: true }),
      digit_length: number({
        ...LIMITS.digit_length,
        label: 'Maximum digits',
        hint: 'With more than one, a shorter choice waits for the inter-digit timeout.',
      }),
      direct_dial: toggle({
        hint: 'Callers may dial the tenant’s numbers. No option may have the same digits.',
      }),
      exit_destination_id: destination({
        bulk: true,
        wide: true,
        placeholder: 'Hang up',
        hint: 'Where calls go after too many invalid choices or timeouts.',
      }),
      enabled,
    }),
    ivr_menu_options: kept(inOrder(option), []),
  },
  rules: (form) =>
    form.superRefine(({ ivr_menu_options: options, digit_length: most }, context) => {
      for (const [index, { digits }] of options.entries()) {
        const message =
          digits.length > most
            ? `The menu takes at most ${most === 1 ? 'one digit' : `${most} digits`}.`
            : options.some((other, at) => at < index && other.digits === digits)
              ? `Another option has ${digits}.`
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
    { id: 'enabled' },
  ],
  filters: ['enabled', yesOrNo('direct_dial', 'Direct dial', 'With direct dial', 'Without direct dial')],
  sort: { column: 'name' },
  children: [{ table: 'ivr_menu_options', parent: 'ivr_menu_id', orderBy: 'position', file: ivrMenuOption }],
})
