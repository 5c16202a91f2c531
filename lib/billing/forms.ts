import { z } from 'zod'
import type { Day } from '../dates/day'
import { INVOICE_LINES, LICENSES, PAYMENTS, SUBSCRIPTIONS } from '../supabase/constraints'
import { upTo } from '../validation/text-length'
import { wholeNumber } from '../validation/whole-number'
import { CYCLES } from './cycle'
import { isAmount } from './money'

const amount = z
  .string()
  .trim()
  .refine((text) => isAmount(text), 'Enter an amount such as 22.00.')
const day = z.iso.date('Enter a date.')

export const subscriptionForm = z
  .object({
    service_id: z.guid('Choose a product.'),
    description: upTo(SUBSCRIPTIONS.description),
    quantity: wholeNumber(SUBSCRIPTIONS.quantity),
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

/** Form to change quantity or price from a given day on. */
export const changeForm = z.object({
  from_day: day,
  quantity: wholeNumber(SUBSCRIPTIONS.quantity),
  unit_price: amount,
})

/** Form of a payment or refund, received today at the latest; the amount has no sign. */
export const paymentForm = (today: Day) =>
  z.object({
    method: z.enum(PAYMENTS.method.choices),
    amount: amount.refine((text) => Number(text) > 0, 'Enter an amount above zero.'),
    received_on: day.refine((received) => received <= today, 'Enter today or an earlier day.'),
    reference: upTo(PAYMENTS.reference),
    invoice_id: z.string(),
  })

/** Form of a line added to a draft by hand. */
export const adjustmentForm = z.object({
  kind: z.enum(['charge', 'credit']),
  description: upTo(INVOICE_LINES.description).min(1, 'Enter a description.'),
  amount: amount.refine((text) => Number(text) > 0, 'Enter an amount above zero.'),
})

export const seatsForm = z.object({
  purchased: wholeNumber(LICENSES.purchased),
  cap: z.enum(LICENSES.cap.choices),
})
