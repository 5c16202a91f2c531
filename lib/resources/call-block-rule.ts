import { z } from 'zod'
import { ruleNumber } from '../telephony/caller-match'
import { formatNorthAmericanPhone } from '../validation/phone'
import { CALLER_MATCHES } from './did-condition'
import { type Choice, defineResource, yesOrNo } from './resource'

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

/** The numbers that nobody may be kept from calling. */
const EMERGENCY = /^(?:911|933|988)$/

/** Who is not let in, and which numbers may not be called. */
export const callBlockRule = defineResource({
  table: 'call_block_rules',
  section: 'telephony',
  noun: 'block rule',
  plural: 'block rules',
  title: 'Call block',
  path: 'call-block',
  description: 'Callers who are turned away, and numbers that may not be called.',
  schema: z
    .object({
      direction: z.enum(['inbound', 'outbound']),
      extension_id: z.uuid().nullable(),
      match: z.enum(['exact', 'prefix', 'anonymous']),
      number: z.string().nullable(),
      name: z.string().trim().max(75),
      action: z.enum(['reject', 'busy', 'hangup', 'voicemail', 'destination']),
      destination_id: z.uuid().nullable(),
      expires_at: z.string().nullable(),
      enabled: z.boolean(),
    })
    .transform((rule, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const number = rule.match === 'anonymous' ? null : ruleNumber(rule.number ?? '', rule.match)
      if (number === undefined) issue('number', 'Enter a telephone number or its beginning.')
      if (rule.direction === 'outbound') {
        if (rule.match === 'anonymous') issue('match', 'Only callers can withhold their number.')
        if (rule.action === 'voicemail' || rule.action === 'destination')
          issue('action', 'An outbound call can be rejected, met with busy, or hung up.')
        if (
          number &&
          (rule.match === 'exact'
            ? EMERGENCY.test(number)
            : '911 933 988'.split(' ').some((each) => each.startsWith(number)))
        )
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
  blank: () => ({
    direction: 'inbound',
    extension_id: null,
    match: 'exact',
    number: '',
    name: '',
    action: 'reject',
    destination_id: null,
    expires_at: null,
    enabled: true,
  }),
  fields: [
    { name: 'direction', label: 'Direction', kind: 'select', options: DIRECTIONS, required: true },
    {
      name: 'extension_id',
      label: 'Applies to',
      kind: 'reference',
      to: { table: 'extensions', columns: ['extension', 'effective_caller_id_name'], noun: 'extension' },
      placeholder: 'All extensions',
    },
    { name: 'match', label: 'Match', kind: 'select', options: CALLER_MATCHES, required: true },
    { name: 'number', label: 'Number', kind: 'phone' },
    { name: 'name', label: 'Name', kind: 'text', maxLength: 75, hint: 'Who it is, or why.' },
    { name: 'action', label: 'Action', kind: 'select', options: BLOCK_ACTIONS, required: true, bulk: true },
    { name: 'destination_id', label: 'Send to', kind: 'destination', required: true },
    { name: 'expires_at', label: 'Expires', kind: 'text' },
    { name: 'enabled', label: 'Enabled', kind: 'switch', bulk: true },
  ],
  columns: [
    { id: 'number', sortable: true, phone: 'primary' },
    { id: 'name', sortable: true, phone: 'secondary' },
    { id: 'direction' },
    { id: 'scope', header: 'Applies to', phone: 'secondary' },
    { id: 'action', phone: 'secondary' },
    { id: 'hits', header: 'Hits', sortable: true, numeric: true },
    { id: 'expires_at', header: 'Expires', phone: 'hidden' },
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
