import Link from 'next/link'
import type { HeldNumber } from '@/lib/numbers/number-facts'
import { tenantPath } from '@/lib/record-paths'
import { NumberStatus } from './number-status'

/** A number's status and tenant in our inventory. */
export function InventoryStatus({ held }: { held: HeldNumber | null }) {
  if (!held) return <span className="text-text-muted">Not ours</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {held.tenant_id ? (
        <Link
          href={`${tenantPath(held.tenant_id)}/dids/inbound?record=${held.id}`}
          className="rounded-sm text-accent-text hover:underline"
        >
          {held.tenant_name ?? 'A tenant'}
        </Link>
      ) : null}
      <NumberStatus status={held.status} />
    </span>
  )
}
