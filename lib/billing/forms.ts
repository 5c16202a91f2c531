import { z } from 'zod'
import { CYCLES } from './cycle'
import { CALL_COST, isAmount } from './money'

const amount = z
  .string()
  .trim()
  .refine((text) => isAmount(text), 'An amount such as 22.00.')
const rate = z
  .string()
  .trim()
  .refine((text) => isAmount(text, CALL_COST), 'At most four decimals, as in 0.0150.')
const day = z.iso.date('A date.')
const whole = (minimum: number, maximum: number) =>
  z.coerce
    .number('A number.')
    .int('A whole number.')
    .min(minimum, `At least ${minimum}.`)
    .max(maximum, `At most ${maximum.toLocaleString('en')}.`)

/** A subscription as it is typed. */
export const subscriptionForm = z
  .object({
    service_id: z.uuid('Choose a product.'),
    description: z.string().trim().max(255, 'At most 255 characters.'),
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
    message: 'Not before its start.',
  })

/** Another quantity or price from a day on. */
export const changeForm = z.object({ from_day: day, quantity: whole(1, 100_000), unit_price: amount })

/** A payment or a refund as it is typed; the amount without a sign. */
export const paymentForm = z.object({
  method: z.enum(['card', 'ach', 'check', 'wire', 'cash', 'other', 'refund']),
  amount: amount.refine((text) => Number(text) > 0, 'More than nothing.'),
  received_on: day,
  reference: z.string().trim().max(128, 'At most 128 characters.'),
  invoice_id: z.string(),
})

/** A rate of a plan. */
export const rateForm = z.object({
  prefix: z
    .string()
    .trim()
    .regex(/^[0-9]{0,15}$/, 'Up to 15 digits, without a plus.'),
  description: z.string().trim().max(120, 'At most 120 characters.'),
  connect_fee: rate,
  included_seconds: whole(0, 3600),
  cost_per_minute: rate,
  first_increment: whole(1, 3600),
  next_increment: whole(1, 3600),
})

/** A line that is added to a draft by hand. */
export const adjustmentForm = z.object({
  kind: z.enum(['charge', 'credit']),
  description: z.string().trim().min(1, 'What is it for?').max(255, 'At most 255 characters.'),
  amount: amount.refine((text) => Number(text) > 0, 'More than nothing.'),
})

/** A product's seats. */
export const seatsForm = z.object({ purchased: whole(0, 100_000), cap: z.enum(['hard', 'soft']) })
