import type { ReactNode } from 'react'
import { Loaded } from '@/components/common/loaded'
import { Moment } from '@/components/common/relative-time'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { StatusBadge } from '@/components/ui/status-badge'
import { TextLink } from '@/components/ui/text-link'
import type { Query } from '@/hooks/use-query'
import { useCurrentTenantId } from '@/hooks/use-tenant'
import { useDevicesPreview, useNumbersPreview } from '@/hooks/use-tenant-overview'
import { tenantPath } from '@/lib/record-paths'
import { noFileFor } from '@/lib/telephony/provisioning/models'
import { PREVIEW_LENGTH } from '@/lib/tenants/previews'
import { shownNumber } from '@/lib/validation/phone'
import { lowerFirst } from '@/lib/words'

export function NumbersPreview() {
  const tenantId = useCurrentTenantId()
  const query = useNumbersPreview(tenantId)
  return (
    <PreviewCard
      title="Numbers"
      href={`${tenantPath(tenantId)}/dids/inbound`}
      query={query}
      rowKey={(did) => did.id}
      expected={PREVIEW_LENGTH}
      emptyTitle="No numbers yet"
    >
      {(did) => (
        <>
          <span className="min-w-0">
            <span className="numeric block font-medium">{shownNumber(did.number)}</span>
            <span className="block truncate text-sm text-text-muted">
              {did.description || 'No description'}
            </span>
          </span>
          <span className="flex shrink-0 items-center gap-2 text-sm">
            {did.e911_state === 'confirmed' ? <Badge tone="info">E911</Badge> : null}
            {did.enabled ? null : <StatusBadge>Disabled</StatusBadge>}
          </span>
        </>
      )}
    </PreviewCard>
  )
}

export function DevicesPreview() {
  const tenantId = useCurrentTenantId()
  const query = useDevicesPreview(tenantId)
  return (
    <PreviewCard
      title="Devices"
      href={`${tenantPath(tenantId)}/devices`}
      query={query}
      rowKey={(device) => device.id}
      expected={PREVIEW_LENGTH}
      emptyTitle="No devices yet"
    >
      {(device) => (
        <>
          <span className="min-w-0">
            <span className="block truncate font-medium">{device.label || device.mac}</span>
            <span className="block sm:truncate text-sm text-text-muted">
              <span className="code">{device.mac}</span>
              {device.vendor || device.model ? ` · ${device.vendor} ${device.model}` : ''}
            </span>
          </span>
          <span className="shrink-0 text-right text-sm text-text-muted">
            {device.enabled ? null : <StatusBadge>Disabled</StatusBadge>}
            {device.last_provisioned_at ? (
              <span className="block">
                <span className="sr-only">Provisioned </span>
                <Moment at={device.last_provisioned_at} />
              </span>
            ) : noFileFor(device.vendor, device.model) ? (
              <StatusBadge>No configuration file</StatusBadge>
            ) : (
              <StatusBadge tone="warning">Never provisioned</StatusBadge>
            )}
          </span>
        </>
      )}
    </PreviewCard>
  )
}

interface PreviewCardProps<Row> {
  title: string
  /** The page with the full list. */
  href: string
  query: Query<readonly Row[]>
  rowKey: (row: Row) => string
  children: (row: Row) => ReactNode
  /** Expected number of rows, so that the layout does not jump when they arrive. */
  expected: number
  emptyTitle: string
}

/** The first few records of a list, with a link to all of them. */
function PreviewCard<Row>({ title, href, ...rest }: PreviewCardProps<Row>) {
  return (
    <Card
      flush
      title={title}
      actions={
        <TextLink tone="accent" prefetch={false} href={href}>
          See all<span className="sr-only"> {lowerFirst(title)}</span>
        </TextLink>
      }
    >
      <PreviewRows {...rest} />
    </Card>
  )
}

const ROW = 'flex min-h-14 items-center justify-between gap-3 px-4 py-2'

function PreviewRows<Row>({
  query,
  rowKey,
  children,
  expected,
  emptyTitle,
}: Omit<PreviewCardProps<Row>, 'title' | 'href'>) {
  const empty = <EmptyState title={emptyTitle} />
  const pending = (
    <ul className="divide-y divide-border" aria-busy>
      {Array.from({ length: expected }, (_, index) => (
        <li key={index} className={ROW}>
          <Skeleton className="h-3 w-48" />
        </li>
      ))}
    </ul>
  )
  return (
    <Loaded query={query} pending={expected === 0 ? empty : pending} empty={empty}>
      {(rows) => (
        <ul className="divide-y divide-border">
          {rows.map((row) => (
            <li key={rowKey(row)} className={ROW}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
