import { Building2, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ListFooter } from '@/components/common/list-footer'
import { failureOf } from '@/components/common/loaded'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { NoMatchState } from '@/components/ui/no-match-state'
import { PageHeader } from '@/components/ui/page-header'
import { useCallCounts } from '@/hooks/use-call-counts'
import { useMember } from '@/hooks/use-member'
import { prefetchTenants, useTenantQuery, useTenants, useTenantTimeZones } from '@/hooks/use-tenants'
import { formatCount, type Page } from '@/lib/lists/page'
import { CALLS_PATH } from '@/lib/paths'
import { tenantPath } from '@/lib/record-paths'
import { may } from '@/lib/session/permissions'
import type { TenantRow } from '@/lib/tenants/tenant-list'
import { isFiltered, type TenantSort } from '@/lib/tenants/tenant-query'
import { countOf } from '@/lib/words'
import { NewTenantDialog } from './lazy-tenant-dialogs'
import { mayCreateTenants } from './may-create-tenants'
import { tenantColumns } from './tenant-columns'
import { TenantFilters } from './tenant-filters'

// Nothing to see, so the page's first load does without it.
const FollowedTenants = dynamic(() => import('./followed-tenants').then((module) => module.FollowedTenants), {
  ssr: false,
})

/** The tenant list: searched, filtered, sorted and paged by the server, with its state in the address. */
export function TenantTable() {
  const { permissions } = useMember()
  const { query, change, search, clear, turnTo } = useTenantQuery()
  const list = useTenants(query)
  const { page, count, outdated } = list
  const timeZones = useTenantTimeZones()
  const mayViewTelephony = may(permissions, 'telephony')
  const counts = useCallCounts(mayViewTelephony && page ? page.rows.map(({ id }) => id) : null)

  return (
    <>
      <FollowedTenants />
      <PageHeader
        title="Tenants"
        description="Customers with their own phone system."
        actions={
          <>
            {mayViewTelephony ? <LinkButton href={CALLS_PATH}>Calls now</LinkButton> : null}
            <NewTenantButton />
          </>
        }
      />
      <TenantFilters
        query={query}
        timeZones={timeZones}
        mayViewTelephony={mayViewTelephony}
        onSearch={search}
        onChange={change}
        onClear={clear}
      />
      <DataTable
        label="Tenants"
        columns={tenantColumns(mayViewTelephony, counts)}
        rows={page?.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => tenantPath(row.id)}
        sort={{ column: query.sort, direction: query.descending ? 'desc' : 'asc' }}
        onSortChange={({ column, direction }) =>
          change({ sort: column as TenantSort, descending: direction === 'desc' })
        }
        outdated={outdated}
        error={failureOf(list, 'The tenants could not be loaded')}
        filtered={isFiltered(query)}
        noMatch={
          <NoMatchState title="No tenant matches" onClear={clear} clearLabel="Clear filters">
            Search for part of the company name, tenant code or domain.
          </NoMatchState>
        }
        empty={
          <EmptyState icon={<Building2 size={18} />} title="No tenants yet">
            A company becomes a tenant when its phone system is set up.
          </EmptyState>
        }
        footer={<ListFooter list={list} range={page ? rangeOf(page, count) : ''} onTurn={turnTo} />}
      />
    </>
  )
}
TenantTable.ahead = prefetchTenants

function rangeOf({ rows, previous, next }: Page<TenantRow>, count: number | undefined): string {
  const shown = countOf(rows.length, 'tenant')
  if (count !== undefined) return `${rows.length} of ${formatCount(count)} tenants`
  return previous || next ? `${shown} on this page` : shown
}

/** Opens the new tenant form; hidden from users who may not create one. */
export function NewTenantButton() {
  const { permissions } = useMember()
  const [open, setOpen] = useState(false)
  if (!mayCreateTenants(permissions)) return null
  return (
    <>
      <Button variant="primary" icon={Plus} iconSize={16} onClick={() => setOpen(true)}>
        New tenant
      </Button>
      {open ? <NewTenantDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
