import { z } from 'zod'
import type { Choice } from '../records/field'
import { choice, destination, field, number, reference } from '../records/field-builders'
import { defineResource, formOf } from '../records/resource'
import { ruleNumber } from '../telephony/caller-match'
import { enabled } from './telephony-fields'

export const CALLER_MATCHES: readonly Choice[] = [
  { value: 'exact', label: 'The number' },
  { value: 'prefix', label: 'Numbers starting with' },
  { value: 'anonymous', label: 'Withheld numbers' },
]

const entries = {
  match: choice({ label: 'Callers', options: CALLER_MATCHES, start: 'exact' }),
  caller: field({ label: 'Caller', kind: 'text', maxLength: 20 }, z.string().nullable(), null),
  destination_id: destination({ label: 'Goes to', required: 'Choose where these calls go.' }),
  enabled,
}

/** Stores the caller as calls are compared with it. */
function storedCaller<Row extends { match: string; caller: string | null }>(
  row: Row,
  context: z.RefinementCtx<Row>,
): Row {
  const caller = row.match === 'anonymous' ? null : ruleNumber(row.caller ?? '', row.match)
  if (caller === undefined) {
    const message = 'Enter a phone number or a prefix.'
    context.addIssue({ code: 'custom', path: ['caller'], message })
  }
  return { ...row, caller: caller ?? null }
}

/** A condition in the form of its number. */
export const condition = formOf(entries).loose().transform(storedCaller)

/** The conditions of a tenant's numbers as they stand in a file, a line each. */
export const didCondition = defineResource({
  table: 'did_conditions',
  section: 'telephony',
  noun: 'condition',
  plural: 'conditions by caller',
  fields: {
    did_id: reference({
      label: 'Number',
      to: { table: 'dids', columns: ['number'], noun: 'number' },
      required: 'Name the number.',
    }),
    position: number({ label: 'Place', min: 1, max: 100 }),
    ...entries,
  },
  rules: (form) => form.transform(storedCaller),
  columns: [],
  sort: { column: 'position' },
  importKey: ['did_id', 'position'],
  label: ({ match, caller }) => caller ?? match,
})
