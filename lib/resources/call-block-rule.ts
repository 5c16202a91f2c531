import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, field, reference, text } from '../records/field-builders'
import { defineResource, yesOrNo } from '../records/resource'
import { EMERGENCY_NUMBERS } from '../supabase/constraints'
import { callerMatches, ruleNumber } from '../telephony/caller-match'
import { formatNorthAmericanPhone } from '../validation/phone'
import { CALLER_MATCHES } from './did-condition'
import { EXTENSION } from './references'
import { enabled } from './telephony-fields'

export const DIRECTIONS: readonly Choice[] = [
  { value: 'inbound', label: 'Inbound', hint: 'Turns callers away.' },
  { value: 'outbound', label: 'Outbound', hint: 'Keeps phones from calling a number.' },
]

export const BLOCK_ACTIONS: readonly Choice[] = [
  { value: 'reject', label: 'Reject', hint: 'The caller hears that the number cannot be reached.' },
  { value: 'busy', label: 'Busy', hint: 'The caller hears the busy tone.' },
  { value: 'hangup', label: 'Hang up', hint: 'The call is taken and ended at once.' },
  { value: 'voicemail', label: 'Voicemail', hint: 'Goes to the voicemail of the extension that was called.' },
  { value: 'destination', label: 'Send elsewhere' },
]

/** Who is not let in, and which numbers may not be called. */
export const callBlockRule = defineResource({
  table: 'call_block_rules',
  view: 'call_block_list',
  section: 'telephony',
  noun: 'block rule',
  plural: 'block rules',
  title: 'Call block',
  path: 'call-block',
  description: 'Callers who are turned away, and numbers that may not be called.',
  fields: {
    direction: choice({ label: 'Direction', options: DIRECTIONS, start: 'inbound' }),
    extension_id: reference({ label: 'Applies to', to: EXTENSION, placeholder: 'All extensions' }),
    match: choice({ label: 'Match', options: CALLER_MATCHES, start: 'exact' }),
    number: field({ label: 'Number', kind: 'phone' }, z.string().nullable(), ''),
    name: text({ label: 'Name', max: 75, hint: 'Who it is, or why.' }),
    action: choice({ label: 'Action', options: BLOCK_ACTIONS, start: 'reject', bulk: true }),
    destination_id: field(
      { label: 'Send to', kind: 'destination', required: true },
      z.string().nullable(),
      null,
    ),
    expires_at: text({ label: 'Expires', empty: null }),
    enabled,
  },
  rules: (form) =>
    form.transform((rule, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const number = rule.match === 'anonymous' ? null : ruleNumber(rule.number ?? '', rule.match)
      if (number === undefined) issue('number', 'Enter a phone number or a prefix.')
      if (rule.direction === 'outbound') {
        if (rule.match === 'anonymous') issue('match', 'Only callers can withhold their number.')
        if (rule.action === 'voicemail' || rule.action === 'destination')
          issue('action', 'An outbound call can be rejected, answered with busy, or hung up.')
        if (number && EMERGENCY_NUMBERS.some((each) => callerMatches({ match: rule.match, number }, each)))
          issue('number', 'Emergency numbers cannot be blocked.')
      }
      if (rule.action === 'destination' && !rule.destination_id)
        issue('destination_id', 'Choose where these calls go.')
      return {
        ...rule,
        number: number ?? null,
        destination_id: rule.action === 'destination' ? rule.destination_id : null,
      }
    }),
  columns: [
    { id: 'number', sortable: true, phone: 'primary' },
    { id: 'name', sortable: true, phone: 'secondary' },
    { id: 'direction' },
    { id: 'scope', header: 'Applies to', phone: 'secondary' },
    { id: 'action', phone: 'secondary' },
    { id: 'hits', header: 'Hits', sortable: true, numeric: true },
    { id: 'expires_at', phone: 'hidden' },
    { id: 'enabled' },
  ],
  search: 'Number or name',
  filters: [
    { name: 'direction', label: 'Direction', options: DIRECTIONS },
    { name: 'action', label: 'Action', options: BLOCK_ACTIONS },
    yesOrNo('enabled', 'State', 'Enabled', 'Disabled'),
  ],
  sort: { column: 'number' },
  importKey: ['direction', 'match', 'number'],
  unique: ['number'],
  label: ({ name, number }) =>
    [number ? (formatNorthAmericanPhone(number) ?? number) : 'Withheld numbers', name]
      .filter(Boolean)
      .join(' – '),
})
