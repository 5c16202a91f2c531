import { Moment } from '@/components/common/moment'
import { Badge } from '@/components/ui/badge'
import { StatusBadge } from '@/components/ui/status-badge'
import { useCurrentTenantId, useDevicesPreview, useNumbersPreview } from '@/hooks/use-tenant'
import { tenantPath } from '@/lib/record-paths'
import { isProvisionedVendor } from '@/lib/telephony/provisioning/vendors'
import { PREVIEW_LENGTH } from '@/lib/tenants/tenant'
import { formatNorthAmericanPhone } from '@/lib/validation/phone'
import { PreviewCard } from './preview-card'

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
            <span className="numeric block font-medium">
              {formatNorthAmericanPhone(did.number) ?? did.number}
            </span>
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
            <span className="block truncate text-sm text-text-muted">
              <span className="code">{device.mac}</span> · {device.vendor} {device.model}
            </span>
          </span>
          <span className="shrink-0 text-right text-sm text-text-muted">
            {device.enabled ? null : <StatusBadge>Disabled</StatusBadge>}
            {device.last_provisioned_at ? (
              <span className="block">
                <span className="sr-only">Provisioned </span>
                <Moment at={device.last_provisioned_at} />
              </span>
            ) : isProvisionedVendor(device.vendor) ? (
              <StatusBadge tone="warning">Never provisioned</StatusBadge>
            ) : (
              <StatusBadge>No configuration file</StatusBadge>
            )}
          </span>
        </>
      )}
    </PreviewCard>
  )
}
