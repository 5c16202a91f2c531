import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { failureOf } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog } from '@/components/ui/late-code'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useBillingOverview, useRatePlans, useRates } from '@/hooks/use-billing'
import { useMember } from '@/hooks/use-member'
import { useWrite } from '@/hooks/use-write'
import { deleteRate, deleteRatePlan, type PlanRate } from '@/lib/billing/rates'
import { may } from '@/lib/session/permissions'
import { PlanChoice } from './plan-choice'
import { rateColumns, rateName } from './rate-columns'
import { RateTrial } from './rate-trial'
import type { TabProps } from './tab-props'

const RateDialog = lateDialog(
  dynamic(() => import('./rate-dialog').then((m) => m.RateDialog), { ssr: false }),
)
const PlanDialog = lateDialog(
  dynamic(() => import('./plan-dialog').then((m) => m.PlanDialog), { ssr: false }),
)

type Asked = { kind: 'edit' | 'delete'; rate: PlanRate } | { kind: 'new' | 'plan' | 'rename' | 'drop' }

/** The tenant's rate plan. Plans are shared: an edit affects all tenants that use them. */
export function RatePlanTab({ tenantId }: TabProps) {
  const account = useBillingOverview(tenantId)
  const overview = account.data
  const plans = useRatePlans()
  // Null looks at none, undefined at the tenant's.
  const [looked, setLooked] = useState<string | null>()
  const planId = looked === undefined ? (overview?.rate_plan_id ?? null) : looked
  const query = useRates(planId)
  const { data: rates } = query
  const write = useWrite()
  const { permissions } = useMember()
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!overview) return failureOf(account) ?? <Skeleton className="h-64 w-full" />
  if (!plans.data) {
    return failureOf(plans, 'The rate plans could not be loaded') ?? <Skeleton className="h-64 w-full" />
  }
  const plan = plans.data.find(({ id }) => id === planId)
  const mayEdit = may(permissions, 'billing', 'edit')
  const close = () => setAsked(null)

  const currency = plan?.currency ?? 'USD'
  const columns = rateColumns(
    currency,
    mayEdit ? (rate) => setAsked({ kind: 'edit', rate }) : undefined,
    mayEdit ? (rate) => setAsked({ kind: 'delete', rate }) : undefined,
  )
  const add =
    plan && mayEdit ? (
      <Button variant="primary" icon={Plus} onClick={() => setAsked({ kind: 'new' })}>
        Add rate
      </Button>
    ) : null

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
          {plan && mayEdit ? <Button onClick={() => setAsked({ kind: 'rename' })}>Rename plan</Button> : null}
          {plan?.tenants === 0 && may(permissions, 'billing', 'delete') ? (
            <Button onClick={() => setAsked({ kind: 'drop' })}>Delete plan</Button>
          ) : null}
          {may(permissions, 'billing', 'create') ? (
            <Button onClick={() => setAsked({ kind: 'plan' })}>New plan</Button>
          ) : null}
          {add}
        </div>
      </div>
      {plan ? <Users tenants={plan.tenants} used={plan.id === overview.rate_plan_id} /> : null}
      {planId ? (
        <>
          <DataTable
            label="Rates"
            columns={columns}
            rows={rates}
            rowKey={(row) => row.id}
            error={failureOf(query)}
            empty={
              <EmptyState title="No rates yet" action={add}>
                Without rates, calls are listed but not charged.
              </EmptyState>
            }
          />
          {rates?.length ? <RateTrial planId={planId} currency={currency} /> : null}
        </>
      ) : (
        <EmptyState title="No rate plan">
          Without one, this tenant’s calls are listed but not charged.
        </EmptyState>
      )}
      {asked?.kind === 'plan' ? <PlanDialog plan={null} onClose={close} onSaved={setLooked} /> : null}
      {plan && asked?.kind === 'rename' ? (
        <PlanDialog plan={plan} onClose={close} onSaved={setLooked} />
      ) : null}
      {plan && asked?.kind === 'drop' ? (
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
      {planId && asked?.kind === 'new' ? <RateDialog planId={planId} rate={null} onClose={close} /> : null}
      {planId && asked?.kind === 'edit' ? (
        <RateDialog planId={planId} rate={asked.rate} onClose={close} />
      ) : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete the rate ${rateName(asked.rate)}?`}
          confirmLabel="Delete rate"
          onConfirm={async () => {
            await write((supabase) => deleteRate(supabase, asked.rate), 'Rate deleted')
          }}
        >
          Calls there are charged by a shorter prefix, or not at all.
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function Users({ tenants, used }: { tenants: number; used: boolean }) {
  const others = tenants - (used ? 1 : 0)
  if (others === 0 && used) return null
  return (
    <Alert tone="info" quiet>
      {tenants === 0
        ? 'No tenant uses this plan.'
        : `${tenants} ${tenants === 1 ? 'tenant uses' : 'tenants use'} this plan${used ? ', this one among them' : ''}. Changes apply to all future drafts. The plan can be deleted once no tenant uses it.`}
    </Alert>
  )
}
