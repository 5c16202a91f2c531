import { CopyButton } from '@/components/common/copy-button'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { useMinute } from '@/hooks/use-minute'
import { useCurrentTenant } from '@/hooks/use-tenant'
import { formatDate } from '@/lib/dates/format'
import { zoneName } from '@/lib/dates/zones'

/** What a tenant is: its SIP domain, its code, the time there. */
export function TenantFacts() {
  const tenant = useCurrentTenant()
  const now = useMinute()
  const localTime = new Intl.DateTimeFormat('en-US', {
    timeZone: tenant.time_zone,
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(now)

  return (
    <Card title="About">
      <DescriptionList
        items={[
          {
            term: 'SIP domain',
            details: (
              <span className="flex items-center gap-1">
                <span className="code min-w-0 whitespace-normal wrap-anywhere">{tenant.domain}</span>
                <CopyButton text={tenant.domain} what="SIP domain" />
              </span>
            ),
          },
          {
            term: 'Tenant code',
            details: tenant.tenant_code && <span className="code">{tenant.tenant_code}</span>,
          },
          { term: 'Time zone', details: zoneName(tenant.time_zone) },
          { term: 'Local time', details: <span className="numeric">{localTime}</span> },
          { term: 'Since', details: formatDate(tenant.created_at) },
        ]}
      />
    </Card>
  )
}
