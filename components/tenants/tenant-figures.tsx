import { failureOf } from '@/components/common/loaded'
import { Skeleton } from '@/components/ui/skeleton'
import { Stat } from '@/components/ui/stat'
import { useCurrentTenant, useTenantFigures } from '@/hooks/use-tenant'
import { formatFigure } from '@/lib/figures'
import { tenantPath } from '@/lib/record-paths'

/** As high as the line that takes its place. */
const DETAIL = <Skeleton className="my-1 h-3 w-24" />

/** A tenant's figures, each linked to the page behind it. */
export function TenantFigures() {
  const tenant = useCurrentTenant()
  const query = useTenantFigures(tenant.id)
  const home = tenantPath(tenant.id)
  const full = tenant.extensions >= tenant.extension_limit
  const figures = query.data
  const failure = figures ? undefined : failureOf(query, 'The figures could not be loaded')
  if (failure) return failure
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
        detail={
          figures
            ? [full && 'All seats used', `${count(figures.extensions_disabled)} disabled`]
                .filter(Boolean)
                .join(', ')
            : DETAIL
        }
      />
      <Stat
        label="Voicemails"
        href={`${home}/extensions?voicemail_enabled=true`}
        figure={figures && count(figures.voicemails)}
        detail="Mailboxes of extensions"
      />
      <Stat
        label="DIDs"
        href={`${home}/dids/inbound`}
        figure={figures && count(figures.dids)}
        detail={figures ? <WithE911 dids={figures.dids_e911} /> : DETAIL}
      />
      <Stat
        label="Devices"
        href={`${home}/devices`}
        figure={figures && count(figures.devices)}
        detail={figures ? `${count(figures.devices_provisioned)} provisioned` : DETAIL}
      />
    </div>
  )
}

function WithE911({ dids }: { dids: number }) {
  return dids > 0 ? `${count(dids)} with E911` : <span className="text-warning-text">None with E911</span>
}

function count(value: number): string {
  return formatFigure(value)
}
