import { z } from 'zod'
import { CALL_COST, isAmount } from '../billing/money'
import type { CommonField } from '../records/field'
import { field, kept, matching, number, text } from '../records/field-builders'
import { defineResource, type Resource, type RowOf } from '../records/resource'
import { RATE_PLAN_RATES as LIMITS } from '../supabase/constraints'

const price = z
  .number()
  .nullable()
  .pipe(
    z
      .number('Enter an amount such as 0.0150.')
      .max(LIMITS.cost_per_minute.max, `At most ${LIMITS.cost_per_minute.max}.`)
      .refine(
        (amount) => isAmount(String(amount), CALL_COST),
        'Enter an amount with at most four decimals, such as 0.0150.',
      ),
  )
const priceField = (face: CommonField, blank: number | null) =>
  field({ ...face, ...LIMITS.cost_per_minute, kind: 'number', required: true, bulk: true }, price, blank)
const seconds = { unit: 'seconds', bulk: true } as const

/** The price of calls to the numbers with a prefix, in a rate plan. */
export const planRate = defineResource({
  table: 'rate_plan_rates',
  section: 'billing',
  noun: 'rate',
  description:
    'The longest prefix that a number begins with decides its rate. Calls to numbers without a rate are listed but not charged.',
  fields: {
    rate_plan_id: kept(z.guid(), ''),
    prefix: text({
      rule: matching(/^\+?[0-9]{0,15}$/, 'Enter up to 15 digits.').overwrite((typed) =>
        typed.replace('+', ''),
      ),
      keyboard: 'tel',
      hint: 'First digits of the number with its country code, as in 44. Empty: all other destinations, and short numbers such as 411.',
    }),
    description: text({ ...LIMITS.description, label: 'Destination', hint: 'Shown on the invoice.' }),
    cost_per_minute: priceField({}, null),
    connect_fee: priceField({ hint: 'Only when the call is answered.' }, 0),
    included_seconds: number({
      ...LIMITS.included_seconds,
      hint: 'Covered by the connect fee.',
      bulk: true,
    }),
    first_increment: number({ ...LIMITS.first_increment, ...seconds, start: 60 }),
    next_increment: number({ ...LIMITS.next_increment, ...seconds, label: 'Next increments', start: 60 }),
  },
  columns: [
    { id: 'description', sortable: true, phone: 'primary' },
    { id: 'prefix', sortable: true, code: true, phone: 'secondary' },
    { id: 'connect_fee', numeric: true },
    { id: 'included_seconds', header: 'Included', numeric: true },
    { id: 'cost_per_minute', sortable: true, numeric: true },
    { id: 'first_increment', header: 'Increments', numeric: true },
  ],
  search: 'Prefix or destination',
  sort: { column: 'prefix' },
  importKey: ['prefix'],
  label: ({ prefix, description }) =>
    [prefix && `+${prefix}`, description].filter(Boolean).join(' ') || 'All other destinations',
})

export type PlanRate = RowOf<typeof planRate>

/** The rates of one plan. */
export const ratesOf = (rate_plan_id: string): Resource<PlanRate> => ({
  ...planRate,
  blank: { ...planRate.blank, rate_plan_id },
  within: { rate_plan_id },
})
