import { Plus } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import type { EditorProps } from '@/components/records/record-form'
import { Button } from '@/components/ui/button'
import { useChildRows } from '@/hooks/use-child-rows'
import { formatDollars } from '@/lib/billing/money'
import { itemTotals } from '@/lib/sales/item-totals'
import { ItemRow, type ItemsForm } from './item-row'
import { NewService } from './new-service'
import type { CreatedService } from './new-service-dialog'

/** Line items: services with quantities and prices, and their totals. */
export function ItemRows({ mayEdit }: EditorProps) {
  const { control, setValue, watch } = useFormContext<ItemsForm>()
  const { fields, append, remove } = useChildRows(control, 'opportunity_items')
  const totals = itemTotals(watch('opportunity_items'))

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

  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">Line items</h3>
      {fields.length === 0 ? <p className="text-sm text-text-muted">No line items yet.</p> : null}
      <ol className="flex flex-col gap-3 divide-y divide-border">
        {fields.map((field, index) => (
          <ItemRow key={field.key} index={index} onRemove={mayEdit ? () => remove(index) : undefined} />
        ))}
      </ol>
      {fields.length > 0 ? (
        <p className="numeric text-sm">
          {formatDollars(totals.oneOff)} once, {formatDollars(totals.monthly)} a month,{' '}
          {formatDollars(totals.firstYear)} in the first year
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
          <NewService onMade={add} />
          {fields.length > 0 ? (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => setValue('amount', totals.firstYear, { shouldDirty: true })}
            >
              Use the first-year total as the amount
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
