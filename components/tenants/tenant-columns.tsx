import { LocalDate } from '@/components/common/local-date'
import type { Column } from '@/components/ui/data-table'
import { StatusBadge } from '@/components/ui/status-badge'
import type { useCallCounts } from '@/hooks/use-call-counts'
import { zoneName } from '@/lib/dates/zones'
import { formatFigure, NO_VALUE } from '@/lib/figures'
import type { TenantRow } from '@/lib/tenants/tenant-list'
import { countOf } from '@/lib/words'
import { SeatUsage } from './seat-usage'
import { TenantMenu } from './tenant-menu'
import { TenantStatus } from './tenant-status'

type TenantColumn = Column<TenantRow> & { telephony?: boolean }
type Counts = ReturnType<typeof useCallCounts>

const columns = (counts: Counts): readonly TenantColumn[] => [
  { id: 'company', header: 'Company', sortable: true, cell: (row) => row.company_name },
  {
    id: 'code',
    header: 'Code',
    sortable: true,
    cell: (row) => (
      <span className="code block truncate sm:max-w-32" title={row.tenant_code}>
        {row.tenant_code}
      </span>
    ),
  },
  {
    id: 'domain',
    header: 'Domain',
    sortable: true,
    phone: 'hidden',
    cell: (row) => (
      <span className="block max-w-36 truncate text-text-muted" title={row.domain}>
        {row.domain}
      </span>
    ),
  },
  { id: 'status', header: 'Status', cell: (row) => <TenantStatus status={row.status} /> },
  {
    id: 'extensions',
    header: 'Extensions',
    numeric: true,
    telephony: true,
    cell: (row) => <SeatUsage used={row.extensions} licensed={row.extension_limit} />,
  },
  {
    id: 'dids',
    header: 'DIDs',
    numeric: true,
    telephony: true,
    phone: 'hidden',
    cell: (row) => formatFigure(row.dids),
  },
  {
    id: 'calls_now',
    header: 'Calls now',
    numeric: true,
    telephony: true,
    phone: 'hidden',
    cell: (row) => (counts === null ? NO_VALUE : counts && formatFigure(counts.get(row.id)?.calls ?? 0)),
  },
  {
    id: 'calls_today',
    header: 'Calls today',
    numeric: true,
    telephony: true,
    phone: 'hidden',
    cell: (row) => formatFigure(row.calls_today),
  },
  {
    id: 'problems',
    header: 'Problems',
    telephony: true,
    cell: (row) => <TenantProblems errors={row.errors} warnings={row.warnings} />,
  },
  {
    id: 'time_zone',
    header: 'Time zone',
    sortable: true,
    phone: 'hidden',
    cell: (row) => zoneName(row.time_zone),
  },
  {
    id: 'created',
    header: 'Created',
    sortable: true,
    extra: true,
    phone: 'hidden',
    cell: (row) => <LocalDate at={row.created_at} />,
  },
  {
    id: 'menu',
    header: 'Actions',
    headerHidden: true,
    phone: 'edge',
    width: 'w-12',
    cell: (row) => (
      <TenantMenu
        compact
        tenant={{ id: row.id, name: row.company_name, code: row.tenant_code, status: row.status }}
      />
    ),
  },
]

/** Columns of the tenant list; counts of telephony records and calls only for users who may see those records. */
export function tenantColumns(mayViewTelephony: boolean, counts: Counts): readonly Column<TenantRow>[] {
  return columns(counts).filter((column) => mayViewTelephony || !column.telephony)
}

/** The most severe problem found by the configuration check; null before the first check. */
function TenantProblems({ errors, warnings }: { errors: number | null; warnings: number | null }) {
  if (errors === null || warnings === null) return <StatusBadge>Not checked</StatusBadge>
  if (errors > 0) return <StatusBadge tone="danger">{countOf(errors, 'error')}</StatusBadge>
  if (warnings > 0) return <StatusBadge tone="warning">{countOf(warnings, 'warning')}</StatusBadge>
  return <StatusBadge tone="success">None</StatusBadge>
}
