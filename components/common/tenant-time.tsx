import { useTenantZone } from '@/hooks/use-tenant'
import { formatInZone } from '@/lib/dates/format'

/** An instant (ISO 8601) in the tenant's time zone; empty while that is loading. */
export function TenantTime({ at }: { at: string }) {
  const zone = useTenantZone()
  return zone ? <span className="numeric">{formatInZone(at, zone)}</span> : null
}
