import { type SyntheticEvent, useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FirstItems } from '@/components/ui/first-items'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { useEdits } from '@/hooks/use-edits'
import { useMember } from '@/hooks/use-member'
import { useStockLevels } from '@/hooks/use-stock'
import { useAction } from '@/hooks/use-write'
import { formatFigure } from '@/lib/figures'
import { isKept, setMinimum, type StockLevel } from '@/lib/inventory/stock-client'
import { modelKey } from '@/lib/model-key'
import { may } from '@/lib/session/permissions'
import { STOCK_MINIMUMS as LIMITS } from '@/lib/supabase/constraints'

/** Number of models shown at once. */
const SHOWN = 200

const wanted = (least: number) => `Enter a whole number from ${least} to ${formatFigure(LIMITS.minimum.max)}.`

const shortOf = ({ in_stock, minimum }: StockLevel) => minimum !== null && in_stock < minimum

/** Stock levels by model; models below their minimum come first, expanded. */
export function StockLevels() {
  const query = useStockLevels()
  const { data } = query
  const [open, setOpen] = useState(false)
  const short = data?.filter(shortOf) ?? []
  const others = data?.filter((level) => !shortOf(level) && isKept(level)) ?? []
  const shown = open ? [...short, ...others] : short

  if (query.error && !data) return failureOf(query, 'The stock levels could not be loaded')
  return (
    <Card
      className="mb-4"
      title={
        short.length > 0
          ? `${short.length} ${short.length === 1 ? 'model is' : 'models are'} below the minimum`
          : 'Stock levels'
      }
      actions={
        <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show fewer' : 'Show all models'}
        </Button>
      }
      flush
    >
      {data ? null : <Skeleton className="mx-4 my-2 h-23 sm:h-8" />}
      {data && shown.length === 0 && !open ? (
        <p className="px-4 py-3 text-sm text-text-muted">Every model is at or above its minimum.</p>
      ) : null}
      <ul className="divide-y divide-border">
        <FirstItems items={shown} most={SHOWN} className="px-4 py-2 text-sm">
          {(level) => <Level key={level.model} level={level} />}
        </FirstItems>
        {open ? <NewMinimum levels={data ?? []} /> : null}
      </ul>
    </Card>
  )
}

function Level({ level }: { level: StockLevel }) {
  const { permissions } = useMember()
  const { values, unchanged, version, edit, saved, discard } = useEdits(
    { minimum: String(level.minimum ?? '') },
    level.minimum_version,
  )
  const { minimum } = values
  const { act, pending: saving } = useAction()
  const newMinimum = minimum.trim() === '' ? 0 : Number(minimum)
  const valid =
    Number.isInteger(newMinimum) && newMinimum >= LIMITS.minimum.min && newMinimum <= LIMITS.minimum.max
  const changed = newMinimum !== (level.minimum ?? 0)
  const overtaken = !unchanged && version !== level.minimum_version

  async function save(event: SyntheticEvent) {
    event.preventDefault()
    if (!valid || !changed || overtaken || saving) return
    const { model } = level
    if (await act((supabase) => setMinimum(supabase, { model, minimum_version: version }, newMinimum)))
      saved(values, (version ?? 0) + 1)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
      <span className="min-w-32 flex-1 font-medium">{level.model}</span>
      <span className="numeric text-text-muted">
        {level.ordered > 0 ? `${level.ordered} ordered, ` : null}
        {level.in_stock} in stock, {level.reserved} held, {level.deployed} out, {level.rma} in RMA
      </span>
      {shortOf(level) ? <Badge tone="warning">{(level.minimum ?? 0) - level.in_stock} short</Badge> : null}
      {may(permissions, 'inventory', level.minimum_version === null ? 'create' : 'edit') ? (
        <form onSubmit={save} className="flex flex-wrap items-center gap-2">
          <span role="status" className="text-warning-text">
            {overtaken
              ? `Someone else has set it to ${level.minimum ?? 0}.`
              : valid
                ? null
                : wanted(LIMITS.minimum.min)}
          </span>
          <span aria-hidden className="text-text-muted">
            Minimum
          </span>
          <Input
            aria-label={`Minimum of ${level.model}`}
            inputMode="numeric"
            className="w-20!"
            value={minimum}
            aria-invalid={!valid}
            onChange={(event) => edit({ minimum: event.target.value })}
          />
          <Button size="sm" type="submit" loading={saving} disabled={!changed || !valid || overtaken}>
            Set<span className="sr-only"> the minimum of {level.model}</span>
          </Button>
          {overtaken ? (
            <Button size="sm" variant="ghost" disabled={saving} onClick={discard}>
              Discard<span className="sr-only"> the minimum of {level.model}</span>
            </Button>
          ) : null}
        </form>
      ) : null}
    </li>
  )
}

/** Sets the minimum of a model that has none. */
function NewMinimum({ levels }: { levels: readonly StockLevel[] }) {
  const { permissions } = useMember()
  const [model, setModel] = useState('')
  const [minimum, setTyped] = useState('')
  const { act, pending: saving } = useAction()
  const newMinimum = Number(minimum)
  const fits = Number.isInteger(newMinimum) && newMinimum >= 1 && newMinimum <= LIMITS.minimum.max
  const valid = fits && model.trim() !== ''
  if (!may(permissions, 'inventory', 'create')) return null

  async function save(event: SyntheticEvent) {
    event.preventDefault()
    if (!valid || saving) return
    await act(async (supabase) => {
      const known = levels.find((level) => modelKey(level.model) === modelKey(model))
      await setMinimum(supabase, known ?? { model: model.trim(), minimum_version: null }, newMinimum)
      setModel('')
      setTyped('')
    })
  }

  return (
    <li className="px-4 py-2">
      <form onSubmit={save} className="flex flex-wrap items-center justify-end gap-2 text-sm">
        <Input
          aria-label="Another model"
          placeholder="Another model"
          className="mr-auto w-60!"
          value={model}
          maxLength={LIMITS.model.maxLength}
          onChange={(event) => setModel(event.target.value)}
        />
        <span role="status" className="text-warning-text">
          {minimum.trim() === '' || valid ? null : fits ? 'Name the model, too.' : wanted(1)}
        </span>
        <span aria-hidden className="text-text-muted">
          Minimum
        </span>
        <Input
          aria-label="Minimum of the other model"
          inputMode="numeric"
          className="w-20!"
          value={minimum}
          aria-invalid={minimum.trim() !== '' && !fits}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button size="sm" type="submit" loading={saving} disabled={!valid}>
          Set<span className="sr-only"> its minimum</span>
        </Button>
      </form>
    </li>
  )
}
