import { expect, test } from 'vitest'
import { constraintsFile, limitsOf } from '@/scripts/lib/constraints'

test.each([
  ['state', "(state = ANY (ARRAY['on'::text, 'it''s off'::text]))", { choices: ['on', "it's off"] }],
  ['terms_days', '(terms_days = ANY (ARRAY[0, 15, 30]))', { choices: [0, 15, 30] }],
  ['delay', '((delay >= 0) AND (delay <= 300))', { min: 0, max: 300 }],
  ['cost', "((cost >= (0)::numeric) AND (cost <= ('99999'::integer)::numeric))", { min: 0, max: 99999 }],
  ['offset', `(("offset" >= '-12'::integer) AND ("offset" <= 14))`, { min: -12, max: 14 }],
  ['name', '((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 75))', { maxLength: 75 }],
  ['note', '(length(note) <= 500)', { maxLength: 500 }],
  ['prefix', "(prefix ~ '^[0-9]{0,15}$'::text)", {}],
  ['starts_on', "((starts_on >= '2000-01-01'::date) AND (starts_on <= '2100-01-01'::date))", {}],
  ['size', '((size IS NULL) OR (size <= 5))', {}],
])('reads the check constraint of %s: %s', (column, check, limits) => {
  expect(limitsOf(column, check)).toEqual(limits)
})

test('generates a constant for each table and limit', () => {
  expect(constraintsFile({ call_flows: { state: { choices: ['normal'] } } }, { NUMBERS: ['911'] })).toContain(
    'export const CALL_FLOWS = {"state":{"choices":["normal"]}} as const\n\nexport const NUMBERS = ["911"] as const',
  )
})
