import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { keepPlace } from '@/components/ui/keep-place'
import { knownModel, type PlanInput } from '@/lib/sales/plan-form'
import type { PlanStart } from '@/lib/sales/won-plan'
import { INVENTORY } from '@/lib/supabase/constraints'

type Line = PlanInput['stock'][number]

const NO_LINE: Line = { model: '', quantity: 1 }

/** The models sold and their quantities: stock is reserved, the rest is ordered. */
export function PlanPhones({
  lines,
  stock,
  errorAt,
  onChange,
}: {
  lines: readonly Line[]
  stock: PlanStart['stock']
  errorAt: (line: number, field: keyof Line) => string | undefined
  onChange: (lines: Line[]) => void
}) {
  const change = (at: number, part: Partial<Line>) =>
    onChange(lines.map((line, place) => (place === at ? { ...line, ...part } : line)))
  const fields = useRef<HTMLFieldSetElement>(null)
  function add() {
    flushSync(() => onChange([...lines, NO_LINE]))
    const models = fields.current?.querySelectorAll<HTMLInputElement>('input[list]') ?? []
    models[models.length - 1]?.focus()
  }
  return (
    <fieldset ref={fields} className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">Phones</legend>
      <datalist id="plan-models">
        {stock.map(({ model, in_stock }) => (
          <option key={model} value={model}>{`${in_stock} in stock`}</option>
        ))}
      </datalist>
      <div ref={keepPlace} className="flex flex-col gap-3 empty:hidden">
        {lines.map((line, at) => (
          <div key={at} className="flex items-start gap-2">
            <FormRow
              label={<Numbered label="Model" number={at + 1} />}
              className="flex-1"
              hint={stockHint(line, stock)}
              error={errorAt(at, 'model')}
            >
              <Input
                list="plan-models"
                autoComplete="off"
                maxLength={INVENTORY.model.maxLength}
                value={line.model}
                onChange={(event) => change(at, { model: event.target.value })}
              />
            </FormRow>
            <FormRow
              label={<Numbered label="Quantity" number={at + 1} />}
              className="w-24"
              error={errorAt(at, 'quantity')}
            >
              <Input
                inputMode="numeric"
                value={String(line.quantity)}
                onChange={(event) => change(at, { quantity: event.target.value })}
              />
            </FormRow>
            <IconButton
              label={`Remove model ${at + 1}`}
              className="mt-6"
              icon={Trash2}
              iconSize={14}
              onClick={() => onChange(lines.filter((_, place) => place !== at))}
            />
          </div>
        ))}
      </div>
      <Button size="sm" className="self-start" icon={Plus} onClick={add}>
        Add a model
      </Button>
    </fieldset>
  )
}

/** Tells the lines apart for screen readers; to the eye, "Quantity 1" would read as one phone. */
function Numbered({ label, number }: { label: string; number: number }) {
  return (
    <>
      {label}
      <span className="sr-only"> {number}</span>
    </>
  )
}

/** What will happen to a line, in words. */
function stockHint({ model, quantity }: Line, stock: PlanStart['stock']): string | undefined {
  const count = Number(quantity)
  const name = model.trim()
  if (!(count > 0)) return undefined
  if (!name) return 'Nothing is reserved or ordered without a model.'
  const there = Math.min(count, knownModel(stock, name)?.in_stock ?? 0)
  return [there > 0 && `${there} from stock`, count > there && `${count - there} to order`]
    .filter(Boolean)
    .join(', ')
}
