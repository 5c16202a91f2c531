import Link from 'next/link'
import { type ReactNode, useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { useIsCollectingQueries } from '@/hooks/initial-data'
import { formatCount } from '@/lib/lists/page'
import { TENANT_PAGES, tenantPageSection } from '@/lib/navigation'
import { tenantPath } from '@/lib/record-paths'
import { may, type Permissions } from '@/lib/session/permissions'
import type { ProblemCounts } from '@/lib/tenants/tenant'

interface TenantNavigationProps {
  tenantId: string
  /** The path relative to the tenant; empty for its overview. */
  current: string
  permissions: Permissions | undefined
  /** Results of the configuration check; null if unknown. */
  check: ProblemCounts | null
}

/** The sub-pages of a tenant that the role may open, in groups, with the current one marked. */
export function TenantNavigation({ tenantId, current, permissions, check }: TenantNavigationProps) {
  const id = useId()
  const home = tenantPath(tenantId)
  const groups = TENANT_PAGES.map(({ group, pages }) => ({
    group,
    pages: pages.filter(({ path }) => may(permissions, tenantPageSection(path))),
  })).filter(({ pages }) => pages.length > 0)

  if (useIsCollectingQueries()) return null
  return (
    <div className="flex flex-col gap-4">
      <ul>
        <PageLink href={home} label="Overview" isCurrent={current === ''} />
      </ul>
      {groups.map(({ group, pages }, place) => (
        <div key={group}>
          <p id={`${id}-${place}`} className="px-2.5 pb-1 text-xs font-medium text-text-muted">
            {group}
          </p>
          <ul aria-labelledby={`${id}-${place}`} className="max-lg:grid max-lg:grid-cols-2">
            {pages.map(({ label, path }) => (
              <PageLink
                key={path}
                href={`${home}/${path}`}
                label={label}
                isCurrent={current === path}
                badge={path === 'configuration-check' && check ? <ProblemBadge counts={check} /> : undefined}
              />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** The number of problems, errors first; renders nothing without any. */
function ProblemBadge({ counts: { errors, warnings } }: { counts: ProblemCounts }) {
  const count = errors || warnings
  if (count === 0) return null
  const word = errors ? 'error' : 'warning'
  return (
    <Badge tone={errors ? 'danger' : 'warning'} className="ml-auto">
      {formatCount(count)}
      <span className="sr-only">{count === 1 ? ` ${word}` : ` ${word}s`}</span>
    </Badge>
  )
}

function PageLink({
  href,
  label,
  isCurrent,
  badge,
}: {
  href: string
  label: string
  isCurrent: boolean
  badge?: ReactNode
}) {
  return (
    <li>
      <Link
        href={href}
        // A page's code is prefetched on hover, rather than all pages' at once.
        prefetch={false}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'flex min-h-7 items-center gap-1.5 rounded-md px-2.5 text-base touch:min-h-11',
          isCurrent
            ? 'bg-surface-active font-medium text-text'
            : 'text-text-muted hover:bg-surface-hover hover:text-text',
        )}
      >
        {label}
        {badge}
      </Link>
    </li>
  )
}

/** The name of a tenant's sub-page. */
export function tenantPageLabel(current: string): string {
  const pages = TENANT_PAGES.flatMap((group) => [...group.pages])
  return pages.find(({ path }) => path === current)?.label ?? 'Overview'
}
