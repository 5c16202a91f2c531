import { z } from 'zod'
import { choice, choices, field, reference, refusing, text } from '../records/field-builders'
import { defineResource } from '../records/resource'
import { CONSTRAINT_MESSAGES } from '../supabase/constraint-messages'
import { CALL_BLOCK_RULES, EMERGENCY_NUMBERS } from '../supabase/constraints'
import { callerMatches, ruleNumber } from '../telephony/caller-match'
import { shownNumber, withoutSeparators } from '../validation/phone'
import { CALLER_MATCHES } from './did-condition'
import { recordOf } from './kinds'
import { enabled, moment } from './telephony-fields'

export const DIRECTIONS = choices(CALL_BLOCK_RULES.direction.choices, {
  inbound: { hint: 'Blocks callers.' },
  outbound: { hint: 'Keeps phones from dialing a number.' },
})

export const BLOCK_ACTIONS = choices(CALL_BLOCK_RULES.action.choices, {
  reject: { hint: 'The caller hears that the number cannot be reached.' },
  busy: { hint: 'The caller hears a busy tone.' },
  hangup: { label: 'Hang up', hint: 'The call is answered and ended immediately.' },
  voicemail: {
    hint: 'Goes to the voicemail of the extension that was called. Where a number leads to a menu, a group or a queue, a rule for all extensions rejects the caller.',
  },
  destination: 'Send to a destination',
})

export const callBlockRule = defineResource({
  table: 'call_block_rules',
  view: 'call_block_list',
  section: 'telephony',
  noun: 'block rule',
  title: 'Call block',
  description: 'Callers who are blocked, and numbers that may not be dialed.',
  fields: {
    direction: choice({ options: DIRECTIONS, start: 'inbound' }),
    extension_id: reference({
      label: 'Applies to',
      to: recordOf('extensions'),
      placeholder: 'All extensions',
      hint: 'A rule for one extension does not block callers whom a queue sends to it.',
    }),
    match: choice({ options: CALLER_MATCHES, start: 'exact' }),
    number: field({ kind: 'phone' }, z.string().nullable(), ''),
    name: text({ ...CALL_BLOCK_RULES.name, hint: 'Who it is, or why it is blocked.' }),
    action: choice({ options: BLOCK_ACTIONS, start: 'reject', bulk: true }),
    destination_id: field(
      { label: 'Send to', kind: 'destination', required: true, bulk: true },
      z.string().nullable(),
      null,
    ),
    expires_at: text({ label: 'Expires', empty: null, rule: moment }),
    enabled,
  },
  rules: (form) =>
    form.transform((rule, context) => {
      const issue = refusing(context)
      const number = rule.match === 'anonymous' ? null : ruleNumber(rule.number ?? '', rule.match)
      if (number === undefined) issue('number', CONSTRAINT_MESSAGES.call_block_rules_number_format.message)
      if (rule.direction === 'outbound') {
        if (rule.match === 'anonymous') issue('match', 'Only inbound callers can be anonymous.')
        if (rule.action === 'voicemail' || rule.action === 'destination')
          issue('action', CONSTRAINT_MESSAGES.call_block_rules_action_matches_direction.message)
        // 988 could also be the beginning of a number, but whoever types it may mean the crisis line.
        const typed = withoutSeparators(rule.number ?? '')
        if (
          number &&
          EMERGENCY_NUMBERS.some((each) => callerMatches({ match: rule.match, number: typed }, each))
        )
          issue('number', CONSTRAINT_MESSAGES.call_block_rules_not_emergency_number.message)
      }
      if (rule.action === 'destination' && !rule.destination_id)
        issue('destination_id', CONSTRAINT_MESSAGES.call_block_rules_destination_matches_action.message)
      const destination = rule.action === 'destination' ? rule.destination_id : null
      return { ...rule, number: number ?? null, destination_id: destination }
    }),
  columns: [
    { id: 'number', sortable: true, code: true, phone: 'primary' },
    { id: 'name', sortable: true, phone: 'secondary' },
    { id: 'direction' },
    { id: 'scope', header: 'Applies to', phone: 'secondary' },
    { id: 'action', phone: 'secondary' },
    { id: 'hits', sortable: true, numeric: true },
    { id: 'last_hit_at', header: 'Last blocked', sortable: true, phone: 'hidden' },
    { id: 'expires_at', phone: 'hidden' },
    { id: 'enabled' },
  ],
  search: 'Number or name',
  filters: ['direction', 'action', 'enabled'],
  sort: { column: 'number' },
  importKey: ['direction', 'match', 'number', 'extension_id'],
  decides: { action: ['destination_id'] },
  unique: ['number'],
  label: ({ name, number }) =>
    [number ? shownNumber(number) : 'Anonymous callers', name].filter(Boolean).join(' – '),
})
