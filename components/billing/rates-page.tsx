import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useMemo } from 'react'
import { Amount } from '@/components/common/amount'
import { ResourcePage } from '@/components/records/resource-page'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { PageHeader } from '@/components/ui/page-header'
import { useRatePlans } from '@/hooks/use-billing'
import { CALL_COST } from '@/lib/billing/money'
import { CHARGED_AFTER_RATES, type RatePlan } from '@/lib/billing/rates'
import { ratesOf } from '@/lib/resources/plan-rate'
import { isUuid } from '@/lib/validation/uuid'
import { PlanUsers } from './plan-users'

const DeleteRate = lateDialog(dynamic(() => import('./delete-rate').then((module) => module.DeleteRate)))

/** The rates of a plan, which any number of tenants may use. */
export function RatesPage() {
  const id = String(useRouter().query.plan)
  const plans = useRatePlans().data
  const plan = plans?.find((one) => one.id === id)
  if (isUuid(id) && (plan || !plans)) return <Rates key={id} id={id} plan={plan} />
  return (
    <>
      <PageHeader title="Rates" />
      <EmptyState title="Rate plan not found">It has been deleted, or the address is mistyped.</EmptyState>
    </>
  )
}

function Rates({ id, plan }: { id: string; plan: RatePlan | undefined }) {
  const resource = useMemo(
    () => ({ ...ratesOf(id), title: plan ? `Rates of ${plan.name}` : 'Rates' }),
    [id, plan],
  )
  const price = (value: number) =>
    plan ? <Amount value={value} currency={plan.currency} places={CALL_COST} /> : null
  return (
    <ResourcePage
      resource={resource}
      deleteDialog={DeleteRate}
      deletesForGood={CHARGED_AFTER_RATES}
      above={
        plan ? (
          <div className="mb-3">
            <PlanUsers tenants={plan.tenants} />
          </div>
        ) : null
      }
      cells={{
        description: ({ description, prefix }) => description || (prefix ? null : 'All other destinations'),
        prefix: ({ prefix }) => (prefix ? `+${prefix}` : 'all others'),
        connect_fee: ({ connect_fee }) => price(connect_fee),
        included_seconds: ({ included_seconds }) => `${included_seconds} s`,
        cost_per_minute: ({ cost_per_minute }) => price(cost_per_minute),
        first_increment: ({ first_increment, next_increment }) => `${first_increment}/${next_increment} s`,
      }}
      emptyText="Without rates, calls are listed but not charged."
    />
  )
}
