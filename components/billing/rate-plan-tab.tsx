import dynamic from 'next/dynamic'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { LinkButton } from '@/components/ui/link-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useBillingOverview, useRatePlans } from '@/hooks/use-billing'
import { useMember } from '@/hooks/use-member'
import { useWrite } from '@/hooks/use-write'
import { deleteRatePlan } from '@/lib/billing/rates'
import { ratePlanPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import { countOf } from '@/lib/words'
import { PlanChoice } from './plan-choice'
import { PlanUsers } from './plan-users'
import { RateTrial } from './rate-trial'
import type { TabProps } from './tab-props'

const PlanDialog = lateDialog(
  dynamic(() => import('./plan-dialog').then((m) => m.PlanDialog), { ssr: false }),
)

/** The tenant's rate plan. Plans are shared: an edit affects all tenants that use them. */
export function RatePlanTab({ tenantId }: TabProps) {
  const account = useBillingOverview(tenantId)
  const overview = account.data
  const plans = useRatePlans()
  // Null looks at none, undefined at the tenant's.
  const [looked, setLooked] = useState<string | null>()
  const planId = looked === undefined ? (overview?.rate_plan_id ?? null) : looked
  const write = useWrite()
  const { permissions } = useMember()
  const [asked, setAsked] = useState<'new' | 'rename' | 'drop' | null>(null)
  if (!overview) return failureOf(account) ?? <Skeleton className="h-64 w-full" />
  if (!plans.data) {
    return failureOf(plans, 'The rate plans could not be loaded') ?? <Skeleton className="h-64 w-full" />
  }
  const plan = plans.data.find(({ id }) => id === planId)
  const mayEdit = may(permissions, 'billing', 'edit')
  const close = () => setAsked(null)

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PlanChoice
          tenantId={tenantId}
          overview={overview}
          plans={plans.data}
          planId={planId}
          mayEdit={mayEdit}
          onLook={setLooked}
        />
        <div className="flex flex-wrap gap-2">
          {plan && mayEdit ? <Button onClick={() => setAsked('rename')}>Rename plan</Button> : null}
          {plan?.tenants === 0 && may(permissions, 'billing', 'delete') ? (
            <Button onClick={() => setAsked('drop')}>Delete plan</Button>
          ) : null}
          {may(permissions, 'billing', 'create') ? (
            <Button onClick={() => setAsked('new')}>New plan</Button>
          ) : null}
          {plan ? (
            <LinkButton variant="primary" href={ratePlanPath(plan.id)}>
              {plan.rates > 0
                ? `Open ${countOf(plan.rates, 'rate')}`
                : may(permissions, 'billing', 'create')
                  ? 'Add rates'
                  : 'Open rates'}
            </LinkButton>
          ) : null}
        </div>
      </div>
      {plan ? <PlanUsers tenants={plan.tenants} used={plan.id === overview.rate_plan_id} /> : null}
      {plan && plan.rates > 0 ? (
        <RateTrial planId={plan.id} currency={plan.currency} />
      ) : plan ? (
        <EmptyState title="No rates yet">Without rates, calls are listed but not charged.</EmptyState>
      ) : (
        <EmptyState title="No rate plan">
          Without one, this tenant’s calls are listed but not charged.
        </EmptyState>
      )}
      {asked === 'new' ? <PlanDialog plan={null} onClose={close} onSaved={setLooked} /> : null}
      {plan && asked === 'rename' ? <PlanDialog plan={plan} onClose={close} onSaved={setLooked} /> : null}
      {plan && asked === 'drop' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete ${plan.name}?`}
          confirmLabel="Delete plan"
          onConfirm={async () => {
            await write((supabase) => deleteRatePlan(supabase, plan), 'Rate plan deleted')
            setLooked(undefined)
          }}
        >
          No tenant uses this plan. Its rates are deleted with it.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
