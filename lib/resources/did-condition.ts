import { z } from 'zod'
import { choice, choices, destination, field, number, reference } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { CONSTRAINT_MESSAGES } from '../supabase/constraint-messages'
import { DID_CONDITIONS as LIMITS } from '../supabase/constraints'
import { ruleNumber } from '../telephony/caller-match'
import { recordOf } from './kinds'
import { enabled } from './telephony-fields'

export const CALLER_MATCHES = choices(LIMITS.match.choices, {
  exact: 'Exact number',
  prefix: 'Numbers starting with',
  anonymous: 'Anonymous callers',
})

const entries = {
  match: choice({ label: 'Callers', options: CALLER_MATCHES, start: 'exact' }),
  caller: field({ kind: 'text', maxLength: 20 }, z.string().nullable(), null),
  destination_id: destination({ label: 'Goes to', required: 'Choose where these calls go.' }),
  enabled,
}

/** Converts the caller to the form that calls are compared with. */
function storedCaller<Row extends { match: string; caller: string | null }>(
  row: Row,
  context: z.RefinementCtx<Row>,
): Row {
  const caller = row.match === 'anonymous' ? null : ruleNumber(row.caller ?? '', row.match)
  if (caller === undefined) {
    const { message } = CONSTRAINT_MESSAGES.did_conditions_caller_format
    context.addIssue({ code: 'custom', path: ['caller'], message })
  }
  return { ...row, caller: caller ?? null }
}

export const condition = formOf(entries).loose().transform(storedCaller)

/** The conditions of a tenant's numbers, as exported and imported. */
export const didCondition = defineResource({
  table: 'did_conditions',
  section: 'telephony',
  noun: 'condition',
  plural: 'conditions by caller',
  fields: {
    did_id: reference({
      label: 'Number',
      to: { ...recordOf('dids'), columns: ['number'] },
      required: 'Enter the number.',
    }),
    position: number(LIMITS.position),
    ...entries,
  },
  rules: (form) => form.transform(storedCaller),
  sort: { column: 'position' },
  importKey: ['did_id', 'position'],
  // Without a destination the form is refused before the caller is converted.
  decides: { match: ['caller'], destination_id: ['caller'] },
  label: ({ match, caller }) => caller ?? match,
})
