import { z } from 'zod'
import { ruleNumber } from '../telephony/caller-match'
import { type Choice, defineResource } from './resource'
import { wholeNumber } from './telephony-rules'

export const CALLER_MATCHES: readonly Choice[] = [
  { value: 'exact', label: 'The number' },
  { value: 'prefix', label: 'Numbers starting with' },
  { value: 'anonymous', label: 'Withheld numbers' },
]

/** A condition in the form of its number. */
export const condition = z
  .looseObject({
    match: z.enum(['exact', 'prefix', 'anonymous']),
    caller: z.string().nullable(),
    destination_id: z.uuid('Choose where these calls go.').nullable(),
    enabled: z.boolean(),
  })
  .transform((row, context) => {
    const caller = row.match === 'anonymous' ? null : ruleNumber(row.caller ?? '', row.match)
    if (caller === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['caller'],
        message: 'Enter a telephone number or its beginning.',
      })
    }
    if (row.destination_id === null) {
      context.addIssue({ code: 'custom', path: ['destination_id'], message: 'Choose where these calls go.' })
    }
    return { ...row, caller: caller ?? null }
  })

/** The conditions of a tenant's numbers as they stand in a file, a line each. */
export const didCondition = defineResource({
  table: 'did_conditions',
  section: 'telephony',
  noun: 'condition',
  plural: 'conditions by caller',
  schema: z
    .looseObject({ did_id: z.string({ error: 'Name the number.' }), position: wholeNumber(1, 100) })
    .pipe(condition as never),
  blank: () => ({
    did_id: undefined,
    position: 1,
    match: 'exact',
    caller: null,
    destination_id: null as never,
    enabled: true,
  }),
  fields: [
    {
      name: 'did_id',
      label: 'Number',
      kind: 'reference',
      to: { table: 'dids', columns: ['number'], noun: 'number' },
      required: true,
    },
    { name: 'position', label: 'Place', kind: 'number', min: 1, max: 100, required: true },
    { name: 'match', label: 'Callers', kind: 'select', options: CALLER_MATCHES, required: true },
    { name: 'caller', label: 'Caller', kind: 'text', maxLength: 20 },
    { name: 'destination_id', label: 'Goes to', kind: 'destination', required: true },
    { name: 'enabled', label: 'Enabled', kind: 'switch' },
  ],
  columns: [],
  sort: { column: 'position' },
  importKey: ['did_id', 'position'],
  label: ({ match, caller }) => caller ?? match,
})
