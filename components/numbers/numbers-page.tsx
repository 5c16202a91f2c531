import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { E911State } from '@/components/dids/e911-state'
import { E911Steps } from '@/components/dids/e911-steps'
import { ResourcePage } from '@/components/records/resource-page'
import { Badge } from '@/components/ui/badge'
import { lateDialog, latePart } from '@/components/ui/late-code'
import { LongText } from '@/components/ui/long-text'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { useBusinessDay } from '@/hooks/use-business-day'
import { useMember } from '@/hooks/use-member'
import { prefetchRecords } from '@/hooks/use-record-query'
import { formatDollars } from '@/lib/billing/money'
import { dayLabel } from '@/lib/dates/format'
import { NO_VALUE } from '@/lib/figures'
import { tenantPath } from '@/lib/record-paths'
import { numberInStock } from '@/lib/resources/number'
import { may } from '@/lib/session/permissions'
import type { Tables } from '@/lib/supabase/database.types'
import { assignTo, isAssignable, release } from './number-actions'
import { NumberStatus } from './number-status'

const BulkDialog = lateDialog(
  dynamic(() => import('@/components/records/bulk-dialog').then((m) => m.BulkDialog)),
)
const loading = latePart(<Skeleton className="h-64" />)
// Only chunks that the page names are available when the browser hydrates the server's page.
const PortOrderList = dynamic(() => import('./port-order-list').then((m) => m.PortOrderList), {
  loading,
  ssr: false,
})
const Reconcile = dynamic(() => import('./reconcile').then((m) => m.Reconcile), { loading, ssr: false })
const CoverageList = dynamic(() => import('./coverage-list').then((m) => m.CoverageList), {
  loading,
  ssr: false,
})

/** Number inventory, port orders, carrier reconciliation and coverage, in tabs. */
export function NumbersPage() {
  const router = useRouter()
  const tab = typeof router.query.tab === 'string' ? router.query.tab : 'numbers'
  return (
    <Tabs
      label="Numbers"
      selected={tab}
      // A list's own parameters mean nothing to the next one.
      onSelect={(id) => void router.push({ query: id === 'numbers' ? {} : { tab: id } })}
      tabs={[
        { id: 'numbers', label: 'Numbers', content: <NumberList /> },
        { id: 'ports', label: 'Port orders', content: <PortOrderList /> },
        { id: 'reconcile', label: 'Reconcile', content: <Reconcile /> },
        { id: 'coverage', label: 'Coverage', content: <CoverageList /> },
      ]}
    />
  )
}
NumbersPage.ahead = prefetchRecords(numberInStock)

type NumberRow = Tables<'dids'> & {
  tenant_name: string | null
  routed_to: string | null
  routed: boolean
  monthly_cost: number | null
}

const asListed = (row: Tables<'dids'>) => row as NumberRow

function NumberList() {
  const { permissions } = useMember()
  const { query } = useRouter()
  const today = useBusinessDay()
  const [assigned, setAssigned] = useState<NumberRow | null>(null)
  const assign = assignTo(typeof query.for === 'string' ? query.for : null)
  const mayAssign = may(permissions, 'numbers', 'edit')
  return (
    <>
      <E911Steps onTenantPage={false}>
        {(entriesOf) => (
          <ResourcePage
            resource={numberInStock}
            cells={{
              status: ({ status, aging_until }) => (
                <span className="inline-flex flex-wrap items-center gap-1.5">
                  <NumberStatus status={status} />
                  {aging_until ? (
                    <span className="numeric text-sm text-text-muted">
                      {aging_until > today ? `until ${dayLabel(aging_until)}` : 'over: can be assigned'}
                    </span>
                  ) : null}
                </span>
              ),
              tenant_name: (row) => <TenantLink row={asListed(row)} />,
              routed_to: (row) => <Route row={asListed(row)} />,
              e911_state: ({ e911_state, e911_reason }) => (
                <E911State state={e911_state} reason={e911_reason} />
              ),
              monthly_cost: (row) => <Cost of={asListed(row)} />,
              tags: ({ tags }) => (
                <span className="inline-flex max-w-56 flex-wrap gap-1">
                  {tags.length === 0 ? <span className="text-text-muted">{NO_VALUE}</span> : null}
                  {tags.map((tag) => (
                    <Badge key={tag}>{tag}</Badge>
                  ))}
                </span>
              ),
            }}
            rowActions={(row) => [
              ...(mayAssign && isAssignable(asListed(row), today)
                ? [
                    {
                      kind: 'action' as const,
                      label: assign.label,
                      onSelect: () => setAssigned(asListed(row)),
                    },
                  ]
                : []),
              ...entriesOf(row),
            ]}
            bulkActions={[assign, release]}
            emptyText="Import the numbers that your carriers gave you, or port some in."
          />
        )}
      </E911Steps>
      {assigned ? (
        <BulkDialog
          resource={numberInStock}
          rows={[assigned]}
          action={assign}
          onClose={() => setAssigned(null)}
          onDone={() => undefined}
        />
      ) : null}
    </>
  )
}

function Cost({ of: { monthly_cost } }: { of: NumberRow }) {
  if (monthly_cost === null) return <span className="text-text-muted">{NO_VALUE}</span>
  return formatDollars(monthly_cost, Number(monthly_cost.toFixed(2)) === monthly_cost ? 2 : 4)
}

function TenantLink({ row: { tenant_id, tenant_name } }: { row: NumberRow }) {
  if (!tenant_id) return <span className="text-text-muted">{NO_VALUE}</span>
  return (
    <Link
      href={`${tenantPath(tenant_id)}/dids/inbound`}
      prefetch={false}
      className="inline-block min-w-0 rounded-sm align-bottom hover:underline sm:max-w-56 sm:truncate"
      title={tenant_name ?? undefined}
    >
      {tenant_name ?? 'A tenant'}
    </Link>
  )
}

function Route({ row: { tenant_id, routed_to, routed } }: { row: NumberRow }) {
  if (!tenant_id) return <span className="text-text-muted">{NO_VALUE}</span>
  if (!routed) return <Badge tone="warning">Nowhere</Badge>
  return <LongText text={routed_to ?? 'By caller only'} room="sm:max-w-60" />
}
