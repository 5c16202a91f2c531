import { Download } from 'lucide-react'
import dynamic from 'next/dynamic'
import { LinkButton } from '@/components/ui/link-button'
import { Tabs } from '@/components/ui/tabs'
import { useCallQuery } from '@/hooks/use-call-query'
import { callsAhead, useCalls } from '@/hooks/use-calls'
import { useMember } from '@/hooks/use-member'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { exportPath } from '@/lib/cdr/export-path'
import { zoneName } from '@/lib/dates/zones'
import { may } from '@/lib/session/permissions'
import { ArchivedCalls } from './archived-calls'
import { CallChartCard } from './call-chart-card'
import { CallFilters } from './call-filters'
import { CallList } from './call-list'

const CallDialog = dynamic(() => import('./call-dialog').then((module) => module.CallDialog))
// What the page does not name among its chunks is not there when the browser takes the server's page over.
const RejectedRecords = dynamic(() => import('./rejected-records').then((module) => module.RejectedRecords), {
  ssr: false,
})

/** A tenant's calls: chosen by day and filter, charted, listed, exported; and the records that could not be stored. */
export function CallPage() {
  const tenant = useCurrentTenant()
  const { permissions } = useMember()
  const address = useCallQuery(tenant.time_zone)
  const { query, today, view, show, call, open } = address
  const calls = useCalls(tenant.id, query)

  return (
    <>
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl font-semibold">Call records</h2>
          <p className="text-sm text-text-muted">Times are those of {zoneName(tenant.time_zone)}.</p>
        </div>
        {may(permissions, 'telephony', 'export') && view === 'calls' ? (
          <LinkButton
            href={exportPath(tenant.id, query)}
            prefetch={false}
            download
            icon={<Download aria-hidden size={14} />}
          >
            Export
          </LinkButton>
        ) : null}
      </header>
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
                <ArchivedCalls span={query.span} />
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
CallPage.ahead = callsAhead
