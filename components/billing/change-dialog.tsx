import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import type { Currency } from '@/lib/billing/account'
import { changeForm } from '@/lib/billing/forms'
import { formatMoney } from '@/lib/billing/money'
import { changeSubscription, nextCycleStart, type Subscription } from '@/lib/billing/subscriptions'

/** Changes quantity or price from a given day on; earlier charges stay. */
export function ChangeDialog({
  subscription,
  currency,
  onClose,
}: {
  subscription: Subscription
  /** The currency of the tenant's account. */
  currency: Currency
  onClose: () => void
}) {
  const write = useWrite()
  const today = useBusinessDay()
  const { register, errorAt, whenValid, formState, draft } = useValidatedForm(
    changeForm,
    {
      // Where whole cycles are charged, no other day is accepted.
      from_day: nextCycleStart(today, subscription.prorate ? 'monthly' : subscription.cycle),
      quantity: subscription.quantity,
      unit_price: subscription.unit_price.toFixed(2),
    },
    { name: `change ${subscription.id}`, version: subscription.version },
  )
  const save = whenValid(async (change) => {
    const unit_price = Number(change.unit_price)
    await write(
      (supabase) => changeSubscription(supabase, subscription, { ...change, unit_price }),
      'Subscription changed',
    )
  })

  return (
    <FormDialog
      title="Change from a date"
      submitLabel="Change subscription"
      dirty={formState.isDirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <p className="text-base text-text-muted">
        The subscription ends the day before and another one takes over. Days that were charged ahead are
        credited on the next invoice. Added units are charged {addedPay(subscription, currency)}
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        <FormRow label="From" error={errorAt('from_day')} required>
          <Input type="date" {...register('from_day')} />
        </FormRow>
        <FormRow label="Quantity" error={errorAt('quantity')} required>
          <Input {...register('quantity')} inputMode="numeric" />
        </FormRow>
        <FormRow label={`Unit price (${currency})`} hint="Per cycle." error={errorAt('unit_price')} required>
          <Input {...register('unit_price')} inputMode="decimal" />
        </FormRow>
      </div>
    </FormDialog>
  )
}

/** What added units are charged once (private.change_subscription). A free subscription does not have the fee that follows it. */
function addedPay({ unit_price, setup_fee }: Subscription, currency: Currency): string {
  if (setup_fee > 0)
    return `the setup fee of ${formatMoney(setup_fee, currency)} each, or none at a price of 0.`
  return unit_price > 0
    ? 'no setup fee.'
    : 'no setup fee at a price of 0, otherwise the fee that applied before the free months, if any.'
}
