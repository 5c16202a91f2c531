import { useState } from 'react'
import { FormDialog } from '@/components/common/form-dialog'
import { Checkbox } from '@/components/ui/checkbox'
import { Combobox } from '@/components/ui/combobox'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { useBusinessDay } from '@/hooks/use-business-day'
import type { Movable } from '@/hooks/use-move-opportunity'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { useWrite } from '@/hooks/use-write'
import { TIME_ZONES, zoneName } from '@/lib/dates/zones'
import { formatFigure } from '@/lib/figures'
import { PRODUCT_LABELS } from '@/lib/licensing/seats'
import { idsOf, isBilled, planForm, planOf, proposedPlan } from '@/lib/sales/plan-form'
import { type PlanStart, runWonPlan, soldText } from '@/lib/sales/won-plan'
import { PLAN_LIMITS } from '@/lib/supabase/constraints'
import { countOf } from '@/lib/words'
import { AcceptedOtherwise } from './accepted-otherwise'
import { CreatedList } from './created-list'
import { PlanPhones } from './plan-phones'

function usePlan(opportunity: Movable, start: PlanStart) {
  const today = useBusinessDay()
  const [day] = useState(today)
  return useValidatedForm(planForm(start), proposedPlan(start, day), {
    name: `won-plan ${opportunity.id}`,
    version: start.version,
  })
}

type PlanForm = ReturnType<typeof usePlan>

/** The setup plan of a won opportunity, proposed from what was sold. It runs once, however often it is confirmed. */
export function WonPlanForm({
  opportunity,
  start: current,
  onOnlyWon,
  onClose,
}: {
  opportunity: Movable
  start: PlanStart
  onOnlyWon: (() => Promise<void>) | undefined
  onClose: () => void
}) {
  const write = useWrite()
  const [tenantId] = useState(() => crypto.randomUUID())
  // As shown and proposed: lines that someone else has changed since are a conflict, and when another plan has run, this one is not another.
  const [start] = useState(current)
  const form = usePlan(opportunity, start)
  const { register, whenValid, watch, setValue, formState, draft } = form
  const [withTenant, stock] = watch(['withTenant', 'stock'])
  const { company, domain, made } = start
  const served = Boolean(company?.tenant_id) || withTenant
  const portOrders = Math.ceil(start.numbers / PLAN_LIMITS.numbers_per_port_order)
  const isMore = start.won && made !== null

  const run = whenValid(async (values) => {
    await write(
      (supabase) => runWonPlan(supabase, opportunity.id, planOf(values, start, tenantId)),
      start.won ? `${opportunity.name} is set up` : `${opportunity.name} is won and set up`,
    )
  })

  return (
    <FormDialog
      title={isMore ? `Set up what is new in ${opportunity.name}` : `${opportunity.name} is won`}
      description={
        made
          ? 'It was won and set up before. What you choose here is set up as well.'
          : `${company?.name} ${company?.tenant_id && company.status === 'suspended' ? 'stays suspended' : 'becomes an active customer'}. All of this is set up together, and only once.`
      }
      submitLabel="Set up"
      size="lg"
      dirty={formState.isDirty}
      draft={draft}
      onSave={run}
      otherwise={onOnlyWon && !made ? { label: 'Only mark it as won', act: onOnlyWon } : undefined}
      onClose={onClose}
    >
      {made ? (
        <section className="rounded-lg border border-border bg-surface-subtle p-3">
          <h3 className="mb-1 text-sm font-medium">Already set up</h3>
          <CreatedList opportunity={opportunity.id} made={made} company={company} />
        </section>
      ) : null}
      {company?.tenant_id ? (
        <p className="text-base">
          Tenant <span className="code">{company.code}</span> at <span className="code">{domain}</span>
        </p>
      ) : (
        <Checkbox {...register('withTenant')} label="Create a tenant" hint="They have no tenant yet." />
      )}
      {withTenant && !company?.tenant_id ? (
        <NewTenantFields form={form} hasCode={Boolean(company?.code)} />
      ) : null}
      {served ? <SeatFields form={form} licenses={start.licenses} /> : null}
      <PlanPhones
        lines={stock}
        stock={start.stock}
        errorAt={(line, field) => formState.errors.stock?.[line]?.[field]?.message}
        onChange={(lines) => setValue('stock', lines, { shouldDirty: true })}
      />
      {start.accepted ? <AcceptedOtherwise difference={start.accepted} /> : null}
      {served && isBilled(start) ? <BillingFields form={form} sold={start.subscriptions} /> : null}
      {start.currency === 'USD' || start.subscriptions.length === 0 ? null : (
        <p className="text-base text-text-muted">
          This customer is charged in {start.currency}, and what was sold is priced in US dollars. Add its
          subscriptions on its Billing page.
        </p>
      )}
      {start.numbers > 0 ? (
        <Checkbox
          {...register('withPortOrder')}
          label={`Draft ${portOrders === 1 ? 'a port order' : countOf(portOrders, 'port order')} of ${countOf(start.numbers, 'number')}`}
        />
      ) : null}
    </FormDialog>
  )
}

/** The tenant to create; a company that had one keeps its code. */
function NewTenantFields({ form, hasCode }: { form: PlanForm; hasCode: boolean }) {
  const { register, errorAt, watch, setValue } = form
  const timeZone = watch('timeZone')
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2">
      <FormRow label="Tenant code" required error={errorAt('code')}>
        <Input autoComplete="off" readOnly={hasCode} {...register('code')} />
      </FormRow>
      <FormRow label="Domain" required error={errorAt('domain')}>
        <Input autoComplete="off" {...register('domain')} />
      </FormRow>
      <FormRow label="Time zone" required error={errorAt('timeZone')}>
        <Combobox
          value={timeZone}
          text={zoneName(timeZone)}
          searchLabel="Find a time zone"
          options={TIME_ZONES}
          onSelect={(zone) => setValue('timeZone', zone, { shouldDirty: true })}
        />
      </FormRow>
    </div>
  )
}

function SeatFields({
  form: { register, formState, errorAt },
  licenses,
}: {
  form: PlanForm
  licenses: PlanStart['licenses']
}) {
  return (
    <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
      <FormRow label="Licensed seats" error={errorAt('seats')}>
        <Input inputMode="numeric" {...register('seats')} />
      </FormRow>
      <FormRow label="New extensions" error={errorAt('count')}>
        <Input inputMode="numeric" {...register('count')} />
      </FormRow>
      <FormRow label="First extension" error={errorAt('first')}>
        <Input inputMode="numeric" {...register('first')} />
      </FormRow>
      {licenses.map(({ product, purchased }) => (
        <FormRow
          key={product}
          label={`New seats: ${PRODUCT_LABELS[product]}`}
          hint={`${formatFigure(purchased)} purchased so far.`}
          error={formState.errors.licenses?.[product]?.message}
        >
          <Input inputMode="numeric" {...register(`licenses.${product}`)} />
        </FormRow>
      ))}
    </div>
  )
}

function BillingFields({
  form: { register, errorAt, watch, setValue },
  sold,
}: {
  form: PlanForm
  sold: PlanStart['subscriptions']
}) {
  const billed = watch('billed')
  const items = idsOf(sold)
  const choose = (id: string, chosen: boolean) =>
    setValue(
      'billed',
      items.filter((known) => (known === id ? chosen : billed.includes(known))),
      { shouldDirty: true },
    )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">Bill what was sold</legend>
      <div>
        {items.map((id) => {
          const lines = sold.filter((line) => line.id === id)
          return (
            <Checkbox
              key={id}
              label={lines.map(soldText).join('; ')}
              hint={
                lines.every((line) => line.new)
                  ? undefined
                  : 'Not new: an earlier plan omitted it, or its subscription has since ended or been reduced.'
              }
              checked={billed.includes(id)}
              onChange={(event) => choose(id, event.target.checked)}
            />
          )
        })}
      </div>
      {billed.length > 0 ? (
        <FormRow label="From" error={errorAt('startsOn')} className="sm:w-48">
          <Input type="date" {...register('startsOn')} />
        </FormRow>
      ) : null}
    </fieldset>
  )
}
