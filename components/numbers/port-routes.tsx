import { FormRow } from '@/components/ui/form-row'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'
import { RouteSelect } from './route-select'

interface Routed {
  id: string
  number: string
  route_id?: string | null
}

/** Where calls to each number go from the day on which it is ported, where that is not what the order says. */
export function PortRoutes<Row extends Routed>({
  tenantId,
  numbers,
  disabled,
  onChange,
}: {
  tenantId: string | null
  numbers: readonly Row[]
  disabled: boolean
  onChange: (numbers: Row[]) => void
}) {
  if (!tenantId || numbers.length === 0) return null
  const own = numbers.filter(({ route_id }) => route_id).length
  return (
    <details className="rounded-lg border border-border p-3">
      <summary className="cursor-pointer text-sm font-medium">
        A route for each number{own > 0 ? ` (${own} of ${numbers.length})` : ''}
      </summary>
      <div className="mt-3 grid max-h-96 gap-3 overflow-y-auto sm:grid-cols-2">
        {numbers.map(({ id, number, route_id }) => (
          <FormRow key={id} label={formatNorthAmericanPhone(number) ?? number}>
            <RouteSelect
              tenantId={tenantId}
              value={route_id ?? null}
              noneLabel="As the order says"
              clearable
              disabled={disabled}
              onChange={(chosen) =>
                onChange(numbers.map((row) => (row.id === id ? { ...row, route_id: chosen } : row)))
              }
            />
          </FormRow>
        ))}
      </div>
    </details>
  )
}
