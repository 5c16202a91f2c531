import { z } from 'zod'
import { LICENCES, PAYMENTS } from '../supabase/constraints'
import { CYCLES } from './cycle'
import { CALL_COST, isAmount } from './money'

const amount = z
  .string()
  .trim()
  .refine((text) => isAmount(text), 'Enter an amount such as 22.00.')
const rate = z
  .string()
  .trim()
  .refine((text) => isAmount(text, CALL_COST), 'Enter an amount with at most four decimals, such as 0.0150.')
const day = z.iso.date('A date.')
const whole = (minimum: number, maximum: number) =>
  z.coerce
    .number('A number.')
    .int('Enter a whole number.')
    .min(minimum, `Enter at least ${minimum}.`)
    .max(maximum, `Enter at most ${maximum.toLocaleString('en')}.`)

/** A subscription's form. */
export const subscriptionForm = z
  .object({
    service_id: z.uuid('Choose a product.'),
    description: z.string().trim().max(255, 'Use at most 255 characters.'),
    quantity: whole(1, 100_000),
    unit_price: amount,
    setup_fee: amount,
    cycle: z.enum(CYCLES),
    starts_on: day,
    ends_on: z.union([z.literal(''), day]),
    prorate: z.boolean(),
  })
  .refine(({ starts_on, ends_on }) => ends_on === '' || ends_on >= starts_on, {
    path: ['ends_on'],
    message: 'Enter a date on or after the start.',
  })

/** Form to change quantity or price from a day on. */
export const changeForm = z.object({ from_day: day, quantity: whole(1, 100_000), unit_price: amount })

/** Form of a payment or refund; the amount has no sign. */
export const paymentForm = z.object({
  method: z.enum(PAYMENTS.method.choices),
  amount: amount.refine((text) => Number(text) > 0, 'Enter an amount above zero.'),
  received_on: day,
  reference: z.string().trim().max(128, 'Use at most 128 characters.'),
  invoice_id: z.string(),
})

/** Form of a rate in a rate plan. */
export const rateForm = z.object({
  prefix: z
    .string()
    .trim()
    .regex(/^[0-9]{0,15}$/, 'Enter up to 15 digits, without a plus.'),
  description: z.string().trim().max(120, 'Use at most 120 characters.'),
  connect_fee: rate,
  included_seconds: whole(0, 3600),
  cost_per_minute: rate,
  first_increment: whole(1, 3600),
  next_increment: whole(1, 3600),
})

/** Form of a line added to a draft by hand. */
export const adjustmentForm = z.object({
  kind: z.enum(['charge', 'credit']),
  description: z.string().trim().min(1, 'Enter a description.').max(255, 'Use at most 255 characters.'),
  amount: amount.refine((text) => Number(text) > 0, 'Enter an amount above zero.'),
})

/** Form of a product's seats. */
export const seatsForm = z.object({ purchased: whole(0, 100_000), cap: z.enum(LICENCES.cap.choices) })
