import { Download, PhoneCall } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { lateDialog, latePart } from '@/components/ui/late-code'
import { NoMatchState } from '@/components/ui/no-match-state'
import { SectionHeader } from '@/components/ui/section-header'
import { Tabs } from '@/components/ui/tabs'
import { useCallQuery } from '@/hooks/use-call-query'
import { prefetchCalls, useCalls } from '@/hooks/use-calls'
import { useDownload } from '@/hooks/use-download'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenant } from '@/hooks/use-tenant'
import type { Call } from '@/lib/cdr/call-list'
import { type CallSort, isFiltered } from '@/lib/cdr/call-query'
import { exportPath } from '@/lib/cdr/export-path'
import { zoneName } from '@/lib/dates/zones'
import { formatCount } from '@/lib/lists/page'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import type { Tenant } from '@/lib/tenants/tenant'
import { countOf } from '@/lib/words'
import { ArchivedCalls } from './archived-calls'
import { CallChartCard } from './call-chart-card'
import { callColumns } from './call-columns'
import { CallFilters } from './call-filters'

const CallDialog = lateDialog(dynamic(() => import('./call-dialog').then((module) => module.CallDialog)))
// Only chunks that the page names are available when the browser hydrates the server's page.
const RejectedRecords = dynamic(() => import('./rejected-records').then((module) => module.RejectedRecords), {
  ssr: false,
  loading: latePart(null),
})

/** A tenant's calls: filtered, charted, listed and exported; and the CDRs that could not be stored. */
export function CallPage() {
  const tenant = useCurrentTenant()
  const { permissions } = useMember()
  const address = useCallQuery(tenant.time_zone)
  const { query, today, view, show, call, open } = address
  const calls = useCalls(tenant.id, query)
  const exported = useDownload()

  return (
    <>
      <SectionHeader
        title="Call records"
        description={`Times are those of ${zoneName(tenant.time_zone)}.`}
        actions={
          may(permissions, 'telephony', 'export') && view === 'calls' ? (
            <Button
              icon={Download}
              loading={exported.pending}
              onClick={() => void exported.download(exportPath(tenant.id, query))}
            >
              Export
            </Button>
          ) : null
        }
      />
      {exported.failed ? (
        <Alert
          tone="danger"
          title="The calls were not exported"
          className="mb-3"
          action={
            <Button size="sm" loading={exported.pending} onClick={() => void exported.again()}>
              Try again
            </Button>
          }
        >
          {exported.failed}
        </Alert>
      ) : null}
      <Tabs
        label="Call records"
        selected={view}
        onSelect={(id) => show(id === 'rejected' ? 'rejected' : 'calls')}
        tabs={[
          {
            id: 'calls',
            label: 'Calls',
            content: (
              <>
                <CallFilters
                  query={query}
                  today={today}
                  onDays={address.chooseDays}
                  onType={address.type}
                  onChange={address.change}
                  onClear={address.clear}
                />
                <CallChartCard tenantId={tenant.id} query={query} />
                <ArchivedCalls
                  zone={tenant.time_zone}
                  span={query.span}
                  what={(months) =>
                    `The chart still counts the calls of ${months}, but they are no longer listed.`
                  }
                />
                <CallList tenant={tenant} address={address} calls={calls} />
              </>
            ),
          },
          { id: 'rejected', label: 'Rejected', content: <RejectedRecords tenantId={tenant.id} /> },
        ]}
      />
      {call ? <CallDialog tenant={tenant} id={call} onClose={() => open(null)} /> : null}
    </>
  )
}
CallPage.ahead = prefetchCalls

function CallList({
  tenant,
  address: { query, change, clear, turnTo, open },
  calls,
}: {
  tenant: Tenant
  address: ReturnType<typeof useCallQuery>
  calls: ReturnType<typeof useCalls>
}) {
  const { permissions } = useMember()
  const { page, count, outdated } = calls
  const mayBlock = may(permissions, 'telephony', 'create')
  const columns = useMemo(
    () =>
      callColumns({
        tenantId: tenant.id,
        zone: tenant.time_zone,
        mayBlock,
        onOpen: (call: Call) => open(call.id),
      }),
    [tenant.id, tenant.time_zone, mayBlock, open],
  )
  const all = count === undefined ? '' : ` of ${formatCount(count)}`

  return (
    <DataTable
      label="Calls"
      dense
      columns={columns}
      rows={page?.rows}
      rowKey={(call) => call.id}
      rowHref={(call) =>
        `${tenantPath(tenant.id)}/cdr?from=${query.span.from}&until=${query.span.until}&call=${call.id}`
      }
      onRowOpen={(call) => open(call.id)}
      sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
      onSortChange={({ column, direction }) =>
        change({ sort: column as CallSort, descending: direction === 'desc' })
      }
      outdated={outdated}
      error={failureOf(calls, 'The calls could not be loaded')}
      filtered={isFiltered(query)}
      noMatch={
        <NoMatchState title="No call matches" onClear={clear} clearLabel="Clear filters">
          Choose more days, or clear the filters.
        </NoMatchState>
      }
      empty={
        <EmptyState icon={<PhoneCall size={18} />} title="No calls in this period">
          Choose other days above. Calls appear here as soon as the switch delivers their records.
        </EmptyState>
      }
      footer={
        <ListFooter
          list={calls}
          range={`${countOf(page?.rows.length ?? 0, 'call')}${page?.previous || page?.next ? ` on this page${all}` : ''}`}
          onTurn={turnTo}
        />
      }
    />
  )
}
