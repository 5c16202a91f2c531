import { useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { TenantChoice } from '@/components/common/tenant-choice'
import { RecordFields } from '@/components/records/fields'
import type { EditorProps } from '@/components/records/record-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/textarea'
import { readNumberLines } from '@/lib/numbers/number-lines'
import type { RecordValues } from '@/lib/records/field'
import type { Tables } from '@/lib/supabase/database.types'
import { shownNumber } from '@/lib/validation/phone'
import { countOf } from '@/lib/words'
import { NewPortLetterField, PortLetterField } from './port-letter-field'
import { RejectedLines } from './rejected-lines'
import { RouteSelect } from './route-select'

interface OrderedNumber {
  id: string
  number: string
  route_id?: string | null
}

/** A port order's form: tenant, destination and numbers. */
export function PortOrderEditor(props: EditorProps) {
  const { setValue } = useFormContext<RecordValues>()
  const tenant = useController<RecordValues>({ name: 'for_tenant_id' }).field
  const numbers = useController<RecordValues>({ name: 'port_order_numbers' }).field
  const rows = (numbers.value as OrderedNumber[] | undefined) ?? []
  const order = props.stored as Tables<'port_orders'> | null
  const settled = order !== null && order.state !== 'draft'
  const closed = order?.state === 'ported' || order?.state === 'cancelled'
  return (
    <div className="flex flex-col gap-4">
      {order?.state === 'exception' ? (
        <Alert tone="danger" title="Exception">
          <p>{order.exception_reason}</p>
          <p>
            Correct the order, or take off the numbers that stay at the losing carrier. They lose their tenant
            and route. Save it, then choose “Submit again” from its actions in the list.
          </p>
        </Alert>
      ) : null}
      <RecordFields {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TenantChoice
          label="For the tenant"
          required={false}
          disabled={!props.mayEdit || closed}
          value={tenant.value as string | null}
          onChange={(id) => {
            tenant.onChange(id)
            setValue('destination_id', null, { shouldDirty: true })
            numbers.onChange(rows.map((row) => ({ ...row, route_id: null })))
          }}
        />
        <RouteField tenantId={tenant.value as string | null} closed={closed} disabled={!props.mayEdit} />
      </div>
      <NumbersField
        settled={settled || !props.mayEdit}
        shrinks={order?.state === 'exception' && props.mayEdit}
      />
      <PortRoutes
        tenantId={tenant.value as string | null}
        numbers={rows}
        disabled={!props.mayEdit || closed}
        onChange={numbers.onChange}
      />
      {order ? <PortLetterField order={order.id} mayEdit={props.mayEdit} /> : <NewPortLetterField />}
    </div>
  )
}

/** The destination of calls to the numbers after porting. */
function RouteField({
  tenantId,
  closed,
  disabled,
}: {
  tenantId: string | null
  closed: boolean
  disabled: boolean
}) {
  const { field } = useController<RecordValues>({ name: 'destination_id' })
  const open = tenantId
    ? 'Calls that arrive before the order is marked as ported go there too.'
    : 'Choose the tenant first.'
  return (
    <FormRow
      label="Route to after porting"
      hint={closed ? 'Numbers that are here are routed on the tenant’s Inbound numbers page.' : open}
    >
      <RouteSelect
        tenantId={tenantId}
        value={(field.value as string | null) ?? null}
        onChange={field.onChange}
        noneLabel="No route yet"
        disabled={disabled || closed}
      />
    </FormRow>
  )
}

/** The numbers; of a settled order, they can only be taken off, if it `shrinks`. */
function NumbersField({ settled, shrinks }: { settled: boolean; shrinks: boolean }) {
  const { field, fieldState } = useController<RecordValues>({ name: 'port_order_numbers' })
  const rows = (field.value as OrderedNumber[] | undefined) ?? []
  const [typed, setTyped] = useState('')
  const tenant: unknown = useWatch<RecordValues>({ name: 'for_tenant_id' })
  // A number that is unreadable for a keystroke has its route again after the next; not one of another tenant.
  const seen = useRef(new Map<string, OrderedNumber>())
  // External values (a restored draft, an earlier version) replace the input.
  const current = rows.map(({ number }) => number).join() === readNumberLines(typed).numbers.join()
  const text = current ? typed : rows.map(({ number }) => formatted(number)).join('\n')
  const { bad, remarks } = readNumberLines(text)

  function change(now: string) {
    setTyped(now)
    const keyOf = (number: string) => `${tenant} ${number}`
    for (const row of rows) seen.current.set(keyOf(row.number), row)
    field.onChange(
      readNumberLines(now).numbers.map(
        (number): OrderedNumber =>
          seen.current.get(keyOf(number)) ?? { id: crypto.randomUUID(), number, route_id: null },
      ),
    )
  }

  if (settled) {
    return (
      <section aria-label="Numbers">
        <h3 className="mb-1 text-sm font-medium">{countOf(rows.length, 'number')}</h3>
        <ul className="numeric grid max-h-60 grid-cols-2 gap-x-4 overflow-y-auto text-sm sm:grid-cols-3">
          {rows.map(({ id, number }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-2">
              {formatted(number)}
              {shrinks && rows.length > 1 ? (
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => field.onChange(rows.filter((row) => row.id !== id))}
                >
                  Take off<span className="sr-only"> {formatted(number)}</span>
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <FormRow
        label="Numbers"
        hint={`${countOf(rows.length, 'number')}. One per line, in any format.`}
        error={fieldState.error?.message}
      >
        <Textarea
          className="numeric"
          rows={6}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      </FormRow>
      <RejectedLines bad={bad} remarks={remarks} />
    </div>
  )
}

const formatted = (number: string) => shownNumber(number)

interface Routed {
  id: string
  number: string
  route_id?: string | null
}

/** Destinations of individual numbers after porting, where they differ from the order's. */
function PortRoutes<Row extends Routed>({
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
          <FormRow key={id} label={shownNumber(number)}>
            <RouteSelect
              tenantId={tenantId}
              value={route_id ?? null}
              noneLabel="Use the order’s route"
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
