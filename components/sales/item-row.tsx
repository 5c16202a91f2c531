import { Trash2 } from 'lucide-react'
import { useController, useFormContext } from 'react-hook-form'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useServices } from '@/hooks/use-services'
import type { OpportunityItemInput } from '@/lib/resources/opportunity'
import { OPPORTUNITY_ITEMS } from '@/lib/supabase/constraints'
import { MoneyInput } from './money-input'

export interface ItemsForm {
  amount: string | number
  opportunity_items: OpportunityItemInput[]
}

const PRICES = [
  { name: 'one_off_price', label: 'One-off price' },
  { name: 'monthly_price', label: 'Monthly price' },
] as const

/** A line item: service, quantity and prices. A chosen service fills in its prices. */
export function ItemRow({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const { register, setValue, formState } = useFormContext<ItemsForm>()
  const products = useServices().data ?? []
  const errors = formState.errors.opportunity_items?.[index]
  // The services load after the value of a line that was just added, which a registered select would lose.
  const { field: service } = useController<ItemsForm, `opportunity_items.${number}.service_id`>({
    name: `opportunity_items.${index}.service_id`,
  })

  function propose(serviceId: string) {
    const product = products.find(({ id }) => id === serviceId)
    if (!product) return
    setValue(`opportunity_items.${index}.one_off_price`, product.one_off_price.toFixed(2))
    setValue(`opportunity_items.${index}.monthly_price`, product.monthly_price.toFixed(2))
  }

  return (
    <li className="flex items-start gap-2 pb-3">
      <div className="grid min-w-0 flex-1 grid-cols-3 gap-2 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
        <FormRow
          label={`Service ${index + 1}`}
          error={errors?.service_id?.message}
          className="max-sm:col-span-3"
        >
          <Select
            {...service}
            value={service.value ?? ''}
            placeholder="Choose a service"
            options={products
              .filter(({ id, active }) => active || id === service.value)
              .map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => {
              service.onChange(event)
              propose(event.target.value)
            }}
          />
        </FormRow>
        <FormRow
          label="Description"
          error={errors?.description?.message}
          className="col-span-3 sm:order-last sm:col-span-4"
        >
          <Input
            maxLength={OPPORTUNITY_ITEMS.description.maxLength}
            autoComplete="off"
            {...register(`opportunity_items.${index}.description`)}
          />
        </FormRow>
        <FormRow label="Quantity" error={errors?.quantity?.message}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            {...register(`opportunity_items.${index}.quantity`)}
          />
        </FormRow>
        {PRICES.map(({ name, label }) => (
          <FormRow key={name} label={label} error={errors?.[name]?.message}>
            <MoneyInput name={`opportunity_items.${index}.${name}`} />
          </FormRow>
        ))}
      </div>
      {onRemove ? (
        <IconButton
          label={`Remove line ${index + 1}`}
          className="mt-6"
          icon={Trash2}
          iconSize={14}
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
}
