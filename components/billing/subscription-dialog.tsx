import { useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/common/form-dialog'
import { NewService } from '@/components/sales/new-service'
import type { CreatedService } from '@/components/sales/new-service-dialog'
import { Checkbox } from '@/components/ui/checkbox'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useOwnId } from '@/hooks/use-draft'
import { useServices } from '@/hooks/use-services'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import type { Currency } from '@/lib/billing/account'
import { CYCLE_LABELS, CYCLES } from '@/lib/billing/cycle'
import { subscriptionForm } from '@/lib/billing/forms'
import { cyclePrice, saveSubscription, type Subscription } from '@/lib/billing/subscriptions'

/** A new subscription, or the terms of one that has not been invoiced yet. */
export function SubscriptionDialog({
  tenantId,
  currency,
  subscription,
  onClose,
}: {
  tenantId: string
  /** The currency of the tenant's account. */
  currency: Currency
  subscription: Subscription | null
  onClose: () => void
}) {
  const write = useWrite()
  const today = useBusinessDay()
  const products = useServices()
  const ownId = useOwnId(subscription?.id)
  const { register, control, errorAt, whenValid, formState, getValues, setValue, draft } = useValidatedForm(
    subscriptionForm,
    {
      service_id: subscription?.service_id ?? '',
      description: subscription?.description ?? '',
      quantity: subscription?.quantity ?? 1,
      unit_price: subscription?.unit_price.toFixed(2) ?? '',
      setup_fee: subscription?.setup_fee.toFixed(2) ?? '0.00',
      cycle: subscription?.cycle ?? 'monthly',
      starts_on: subscription?.starts_on ?? today,
      ends_on: subscription?.ends_on ?? '',
      prorate: subscription?.prorate ?? true,
    },
    { name: `subscription ${subscription?.id ?? tenantId}`, version: subscription?.version ?? null, ownId },
  )

  const [chosen, cycle] = useWatch({ control, name: ['service_id', 'cycle'] })

  const productOf = (service: string) => products.data?.find((known) => known.id === service)
  const pricesOf = (
    product: { monthly_price: number; one_off_price: number },
    per: Subscription['cycle'],
  ) => ({
    unit_price: cyclePrice(product.monthly_price, per),
    setup_fee: product.one_off_price.toFixed(2),
  })

  // A typed price stays, each by itself; one from the catalog, which is in US dollars, follows the product and the cycle. What is chosen
  // is still what was rendered last.
  function propose(product: { monthly_price: number; one_off_price: number }) {
    if (subscription || currency !== 'USD') return
    const before = productOf(chosen)
    const proposed = before ? pricesOf(before, cycle) : { unit_price: '', setup_fee: '0.00' }
    const catalog = pricesOf(product, getValues('cycle'))
    for (const field of ['unit_price', 'setup_fee'] as const) {
      if (getValues(field) === proposed[field]) setValue(field, catalog[field], { shouldDirty: true })
    }
  }

  function proposePrices() {
    const product = productOf(getValues('service_id'))
    if (product) propose(product)
  }

  function take({ id: made, monthly_price, one_off_price }: CreatedService) {
    setValue('service_id', made, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    propose({ monthly_price: Number(monthly_price), one_off_price: Number(one_off_price) })
  }

  const save = whenValid(async (terms) => {
    await write(
      (supabase) =>
        saveSubscription(supabase, tenantId, ownId[0], subscription?.version ?? null, {
          ...terms,
          ends_on: terms.ends_on || null,
        }),
      'Subscription saved',
    )
  })

  return (
    <FormDialog
      title={subscription ? 'Edit subscription' : 'New subscription'}
      submitLabel="Save subscription"
      dirty={formState.isDirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <FormRow label="Product" error={errorAt('service_id')} required>
        <Select
          {...register('service_id', { onChange: proposePrices })}
          value={chosen}
          placeholder={products.data ? 'Choose a product' : 'Loading…'}
          options={(products.data ?? [])
            .filter(({ active, id: known }) => active || known === subscription?.service_id)
            .map(({ id: value, name }) => ({ value, label: name }))}
        />
        <NewService className="self-start" onMade={take} />
      </FormRow>
      <FormRow
        label="Description"
        hint="Shown on the invoice instead of the product’s name."
        error={errorAt('description')}
      >
        <Input {...register('description')} />
      </FormRow>
      <div className="grid gap-4 sm:grid-cols-3">
        <FormRow label="Cycle" error={errorAt('cycle')}>
          <Select
            {...register('cycle', { onChange: proposePrices })}
            options={CYCLES.map((value) => ({ value, label: CYCLE_LABELS[value] }))}
          />
        </FormRow>
        <FormRow label="Quantity" error={errorAt('quantity')} required>
          <Input {...register('quantity')} inputMode="numeric" />
        </FormRow>
        <FormRow label={`Unit price (${currency})`} hint="Per cycle." error={errorAt('unit_price')} required>
          <Input {...register('unit_price')} inputMode="decimal" />
        </FormRow>
        <FormRow label="Starts on" error={errorAt('starts_on')} required>
          <Input type="date" {...register('starts_on')} />
        </FormRow>
        <FormRow label="Ends on" error={errorAt('ends_on')} hint="Last day charged.">
          <Input type="date" {...register('ends_on')} />
        </FormRow>
        <FormRow label={`Setup fee per unit (${currency})`} error={errorAt('setup_fee')} hint="Charged once.">
          <Input {...register('setup_fee')} inputMode="decimal" />
        </FormRow>
      </div>
      <Checkbox
        {...register('prorate')}
        label="Charge by the day"
        hint="A partial first or last cycle is charged by the day."
      />
    </FormDialog>
  )
}
