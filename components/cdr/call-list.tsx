import { PhoneCall } from 'lucide-react'
import { useMemo } from 'react'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { NoMatchState } from '@/components/ui/no-match-state'
import type { useCallQuery } from '@/hooks/use-call-query'
import type { useCalls } from '@/hooks/use-calls'
import { useMember } from '@/hooks/use-member'
import type { Call } from '@/lib/cdr/call-list'
import { type CallSort, isFiltered } from '@/lib/cdr/call-query'
import { formatCount } from '@/lib/lists/page'
import { may } from '@/lib/session/permissions'
import type { Tenant } from '@/lib/tenants/tenant'
import { callColumns } from './call-columns'

export function CallList({
  tenant,
  address: { query, change, clear, turnTo, open },
  calls,
}: {
  tenant: Tenant
  address: ReturnType<typeof useCallQuery>
  calls: ReturnType<typeof useCalls>
}) {
  const { permissions } = useMember()
  const { page, count, loading } = calls
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
        `/app/tenants/${tenant.id}/cdr?from=${query.span.from}&until=${query.span.until}&call=${call.id}`
      }
      onRowOpen={(call) => open(call.id)}
      sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
      onSortChange={({ column, direction }) =>
        change({ sort: column as CallSort, descending: direction === 'desc' })
      }
      loading={loading}
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
          range={`${page?.rows.length} calls${page?.previous || page?.next ? ` on this page${all}` : ''}`}
          onTurn={turnTo}
        />
      }
    />
  )
}
