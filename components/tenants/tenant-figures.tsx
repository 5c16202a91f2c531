import { Stat } from '@/components/ui/stat'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { formatFigure } from '@/lib/figures'
import { tenantPath } from '@/lib/record-paths'

/** A tenant's figures, each linked to the page behind it. */
export function TenantFigures() {
  const tenant = useCurrentTenant()
  const home = tenantPath(tenant.id)
  const full = tenant.extensions >= tenant.extension_limit
  return (
    <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
      <Stat
        label="Extensions"
        href={`${home}/extensions`}
        figure={
          <>
            <span className={full ? 'text-warning-text' : undefined}>{count(tenant.extensions)}</span>
            <span className="text-base font-normal text-text-muted"> of {count(tenant.extension_limit)}</span>
          </>
        }
        detail={[full && 'All seats used', `${count(tenant.extensions_disabled)} disabled`]
          .filter(Boolean)
          .join(', ')}
      />
      <Stat
        label="Voicemails"
        href={`${home}/extensions?voicemail_enabled=true`}
        figure={count(tenant.voicemails)}
        detail="Mailboxes of extensions"
      />
      <Stat
        label="DIDs"
        href={`${home}/dids/inbound`}
        figure={count(tenant.dids)}
        detail={
          tenant.dids_e911 > 0 ? (
            `${count(tenant.dids_e911)} with E911`
          ) : (
            <span className="text-warning-text">None with E911</span>
          )
        }
      />
      <Stat
        label="Devices"
        href={`${home}/devices`}
        figure={count(tenant.devices)}
        detail={`${count(tenant.devices_provisioned)} provisioned`}
      />
    </div>
  )
}

function count(value: number): string {
  return formatFigure(value)
}
