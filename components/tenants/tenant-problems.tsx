import { StatusBadge } from '@/components/ui/status-badge'
import { formatCount } from '@/lib/lists/page'

/** The worst that the configuration check found in a tenant; null for what is not checked yet. */
export function TenantProblems({ errors, warnings }: { errors: number | null; warnings: number | null }) {
  if (errors === null || warnings === null) return <StatusBadge>Not checked</StatusBadge>
  if (errors > 0) return <StatusBadge tone="danger">{counted(errors, 'error')}</StatusBadge>
  if (warnings > 0) return <StatusBadge tone="warning">{counted(warnings, 'warning')}</StatusBadge>
  return <StatusBadge tone="success">None</StatusBadge>
}

function counted(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`
}
