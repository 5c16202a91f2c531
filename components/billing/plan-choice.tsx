import { Button } from '@/components/ui/button'
import { FormRow } from '@/components/ui/form-row'
import { Select } from '@/components/ui/select'
import { useAction } from '@/hooks/use-write'
import { type BillingOverview, saveAccount } from '@/lib/billing/account'
import type { RatePlan } from '@/lib/billing/rates'

type PlanChoiceProps = {
  tenantId: string
  /** The tenant's account. */
  overview: BillingOverview
  plans: readonly RatePlan[]
  /** The plan looked at, the tenant's own or another; null for none. */
  planId: string | null
  mayEdit: boolean
  onLook: (planId: string | null) => void
}

/** Selects the rate plan to look at, and assigns it to the tenant if it is in the account's currency; with none, calls are not charged. */
export function PlanChoice({ tenantId, overview, plans, planId, mayEdit, onLook }: PlanChoiceProps) {
  const { act, pending } = useAction()
  const plan = plans.find(({ id }) => id === planId)
  const fits = !plan || plan.currency === overview.currency
  return (
    <div className="flex flex-wrap items-end gap-2">
      <FormRow
        label="Rate plan"
        hint={fits ? undefined : `Not for this account, which is charged in ${overview.currency}.`}
        className="w-64 max-sm:w-full"
      >
        <Select
          value={planId ?? ''}
          placeholder="None: calls are not charged"
          onChange={(event) => onLook(event.target.value || null)}
          options={plans.map(({ id, name, currency }) => ({ value: id, label: `${name} (${currency})` }))}
        />
      </FormRow>
      {mayEdit && fits && planId !== overview.rate_plan_id ? (
        <Button
          loading={pending}
          onClick={() => {
            const { version, terms_days, currency } = overview
            void act(
              (supabase) =>
                saveAccount(supabase, tenantId, version, { terms_days, currency, rate_plan_id: planId }),
              plan ? `Calls are charged by ${plan.name}` : 'Calls are not charged',
            )
          }}
        >
          Use for this tenant
        </Button>
      ) : null}
    </div>
  )
}
