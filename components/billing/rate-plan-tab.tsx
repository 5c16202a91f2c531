import { Pencil, Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Amount } from '@/components/common/amount'
import { failureOf } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { FormRow } from '@/components/ui/form-row'
import { IconButton } from '@/components/ui/icon-button'
import { ConfirmDialog } from '@/components/ui/lazy-confirm-dialog'
import { Select } from '@/components/ui/select'
import { useBillingOverview, useRatePlans, useRates } from '@/hooks/use-billing'
import { useMember } from '@/hooks/use-member'
import { useWrite } from '@/hooks/use-write'
import { saveAccount } from '@/lib/billing/account'
import { CALL_COST } from '@/lib/billing/money'
import { deleteRate, type PlanRate } from '@/lib/billing/rates'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { may } from '@/lib/session/permissions'
import { RateTrial } from './rate-trial'
import type { TabProps } from './tab-props'

const RateDialog = dynamic(() => import('./rate-dialog').then((m) => m.RateDialog), { ssr: false })
const PlanDialog = dynamic(() => import('./plan-dialog').then((m) => m.PlanDialog), { ssr: false })

type Asked = { kind: 'edit' | 'delete'; rate: PlanRate } | { kind: 'new' } | { kind: 'plan' }

/** The tenant's rate plan. Plans are shared: an edit affects all tenants that use them. */
export function RatePlanTab({ tenantId }: TabProps) {
  const overview = useBillingOverview(tenantId).data
  const plans = useRatePlans()
  const [looked, setLooked] = useState<string | null>(null)
  const planId = looked ?? overview?.rate_plan_id ?? null
  const query = useRates(planId)
  const { data: rates } = query
  const write = useWrite()
  const { permissions } = useMember()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [assigning, setAssigning] = useState(false)
  const plan = plans.data?.find(({ id }) => id === planId)
  const mayEdit = may(permissions, 'billing', 'edit')
  const close = () => setAsked(null)

  async function assign() {
    if (!overview || !plan) return
    setAssigning(true)
    try {
      const { version, terms_days, currency } = overview
      await write(
        (supabase) =>
          saveAccount(supabase, tenantId, version, { terms_days, currency, rate_plan_id: plan.id }),
        `Calls are charged by ${plan.name}`,
      )
    } catch (failure) {
      void notify('error', failureMessage(failure))
    } finally {
      setAssigning(false)
    }
  }

  const currency = plan?.currency ?? 'USD'
  const price = (value: number) => <Amount value={value} currency={currency} places={CALL_COST} />
  const columns: Column<PlanRate>[] = [
    {
      id: 'destination',
      header: 'Destination',
      cell: (row) => row.description || (row.prefix ? `+${row.prefix}` : 'All other destinations'),
    },
    {
      id: 'prefix',
      header: 'Prefix',
      cell: (row) => <span className="code">{row.prefix ? `+${row.prefix}` : 'all others'}</span>,
    },
    { id: 'connect', header: 'Connect fee', numeric: true, cell: (row) => price(row.connect_fee) },
    { id: 'included', header: 'Included', numeric: true, cell: (row) => `${row.included_seconds} s` },
    { id: 'minute', header: 'Per minute', numeric: true, cell: (row) => price(row.cost_per_minute) },
    {
      id: 'increments',
      header: 'Increments',
      numeric: true,
      cell: (row) => `${row.first_increment}/${row.next_increment} s`,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      width: 'w-20',
      cell: (row) => (
        <span className="flex justify-end gap-1">
          {mayEdit ? (
            <IconButton
              size="sm"
              label={`Edit ${row.description || row.prefix || 'all others'}`}
              icon={Pencil}
              onClick={() => setAsked({ kind: 'edit', rate: row })}
            />
          ) : null}
          {may(permissions, 'billing', 'delete') ? (
            <IconButton
              size="sm"
              label={`Delete ${row.description || row.prefix || 'all others'}`}
              icon={Trash2}
              onClick={() => setAsked({ kind: 'delete', rate: row })}
            />
          ) : null}
        </span>
      ),
    },
  ]
  const add =
    plan && may(permissions, 'billing', 'create') ? (
      <Button variant="primary" icon={Plus} onClick={() => setAsked({ kind: 'new' })}>
        Add rate
      </Button>
    ) : null

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-wrap items-end gap-2">
          <FormRow label="Rate plan" className="w-64 max-sm:w-full">
            <Select
              value={planId ?? ''}
              placeholder="None: calls are not charged"
              onChange={(event) => setLooked(event.target.value || null)}
              options={(plans.data ?? []).map(({ id, name, currency: its }) => ({
                value: id,
                label: `${name} (${its})`,
              }))}
            />
          </FormRow>
          {mayEdit && plan && overview && plan.id !== overview.rate_plan_id ? (
            <Button loading={assigning} onClick={() => void assign()}>
              Use for this tenant
            </Button>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2">
          {may(permissions, 'billing', 'create') ? (
            <Button onClick={() => setAsked({ kind: 'plan' })}>New plan</Button>
          ) : null}
          {add}
        </div>
      </div>
      {plan ? <Users tenants={plan.tenants} used={plan.id === overview?.rate_plan_id} /> : null}
      {planId ? (
        <>
          <DataTable
            label="Rates"
            columns={columns}
            rows={rates}
            rowKey={(row) => row.id}
            loading={query.loading}
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
          This tenant’s calls are listed but not charged. Choose a plan above.
        </EmptyState>
      )}
      {asked?.kind === 'plan' ? <PlanDialog onClose={close} onCreated={setLooked} /> : null}
      {planId && asked?.kind === 'new' ? <RateDialog planId={planId} rate={null} onClose={close} /> : null}
      {planId && asked?.kind === 'edit' ? (
        <RateDialog planId={planId} rate={asked.rate} onClose={close} />
      ) : null}
      {asked?.kind === 'delete' ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Delete this rate?"
          confirmLabel="Delete rate"
          onConfirm={async () => {
            await write((supabase) => deleteRate(supabase, asked.rate.id), 'Rate deleted')
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
        : `${tenants} ${tenants === 1 ? 'tenant uses' : 'tenants use'} this plan${used ? ', this one among them' : ''}. Changes apply to all future drafts.`}
    </Alert>
  )
}
