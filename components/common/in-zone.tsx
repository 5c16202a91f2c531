import { useTenantZone } from '@/hooks/use-tenant'
import { formatInZone } from '@/lib/dates/format'

/** A moment (ISO 8601) by the tenant's clocks; nothing until their time zone is known. */
export function InZone({ at }: { at: string }) {
  const zone = useTenantZone()
  return zone ? <span className="numeric">{formatInZone(at, zone)}</span> : null
}
