import { Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useMember } from '@/hooks/use-member'
import { useServices } from '@/hooks/use-services'
import { formatMoney } from '@/lib/billing/money'
import type { OpportunityItemInput } from '@/lib/resources/opportunity'
import { itemTotals } from '@/lib/sales/item-totals'
import { may } from '@/lib/session/permissions'
import { MoneyInput } from './money-input'
import type { CreatedService } from './new-service-dialog'

const NewServiceDialog = dynamic(() =>
  import('./new-service-dialog').then((module) => module.NewServiceDialog),
)

interface ItemsForm {
  amount: string | number
  opportunity_items: OpportunityItemInput[]
}

const PRICES = [
  { name: 'one_off_price', label: 'One-off price' },
  { name: 'monthly_price', label: 'Monthly price' },
] as const

/** Line items: services with quantities and prices, and their totals. */
export function ItemRows({ mayEdit }: EditorProps) {
  const { control, register, setValue, watch, formState } = useFormContext<ItemsForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'opportunity_items', keyName: 'key' })
  const { permissions } = useMember()
  const mayMakeServices = may(permissions, 'sales', 'create')
  const [making, setMaking] = useState(false)
  const products = useServices().data ?? []
  const rows = watch('opportunity_items')
  const totals = itemTotals(rows)

  /** Adds a line for a service, or a blank one. */
  function add({ id, one_off_price, monthly_price }: CreatedService) {
    append({
      id: crypto.randomUUID(),
      position: fields.length + 1,
      service_id: id,
      description: '',
      quantity: 1,
      one_off_price,
      monthly_price,
    })
  }

  function propose(index: number, serviceId: string) {
    const service = products.find(({ id }) => id === serviceId)
    if (!service) return
    setValue(`opportunity_items.${index}.one_off_price`, service.one_off_price.toFixed(2))
    setValue(`opportunity_items.${index}.monthly_price`, service.monthly_price.toFixed(2))
  }

  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">Line items</h3>
      {fields.length === 0 ? <p className="text-sm text-text-muted">No line items yet.</p> : null}
      <ol className="flex flex-col gap-3 divide-y divide-border">
        {fields.map((field, index) => {
          const errors = formState.errors.opportunity_items?.[index]
          const chosen = rows[index]?.service_id
          const service = register(`opportunity_items.${index}.service_id`)
          return (
            <li key={field.key} className="flex items-start gap-2 pb-3">
              <div className="grid min-w-0 flex-1 grid-cols-3 gap-2 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
                <FormRow
                  label={`Service ${index + 1}`}
                  error={errors?.service_id?.message}
                  className="max-sm:col-span-3"
                >
                  <Select
                    {...service}
                    value={chosen ?? ''}
                    placeholder="Choose a service"
                    options={products
                      .filter(({ id, active }) => active || id === chosen)
                      .map(({ id, name }) => ({ value: id, label: name }))}
                    onChange={(event) => {
                      void service.onChange(event)
                      propose(index, event.target.value)
                    }}
                  />
                </FormRow>
                <FormRow
                  label="Description"
                  error={errors?.description?.message}
                  className="col-span-3 sm:order-last sm:col-span-4"
                >
                  <Input
                    maxLength={255}
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
              {mayEdit ? (
                <IconButton
                  label={`Remove line ${index + 1}`}
                  className="mt-6"
                  icon={Trash2}
                  iconSize={14}
                  onClick={() => remove(index)}
                />
              ) : null}
            </li>
          )
        })}
      </ol>
      {fields.length > 0 ? (
        <p className="numeric text-sm">
          {formatMoney(totals.oneOff, 'USD')} once, {formatMoney(totals.monthly, 'USD')} a month,{' '}
          {formatMoney(totals.firstYear, 'USD')} in the first year
        </p>
      ) : null}
      {mayEdit ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={Plus}
            onClick={() => add({ id: '', one_off_price: '0.00', monthly_price: '0.00' })}
          >
            Add a line
          </Button>
          {mayMakeServices ? (
            <Button size="sm" onClick={() => setMaking(true)}>
              New service
            </Button>
          ) : null}
          {fields.length > 0 ? (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => setValue('amount', totals.firstYear, { shouldDirty: true })}
            >
              Take the first year as the amount
            </Button>
          ) : null}
        </div>
      ) : null}
      {making ? <NewServiceDialog onClose={() => setMaking(false)} onMade={add} /> : null}
    </section>
  )
}
