import { ResourcePage } from '@/components/records/resource-page'
import { SuperadminNav } from '@/components/staff/superadmin-nav'
import { recordsAhead } from '@/hooks/use-record-query'
import { gateway } from '@/lib/resources/gateway'
import { DeleteGateway } from './delete-gateway'
import { GatewayNumberTest } from './gateway-number-test'

/** The SIP trunks of all tenants. */
export function GatewaysPage() {
  return (
    <ResourcePage
      resource={gateway}
      above={<SuperadminNav />}
      sections={GatewayNumberTest}
      deleteDialog={DeleteGateway}
      cells={{
        host: ({ host, port, transport }) => (
          <span className="code">
            {host}:{port} {transport.toUpperCase()}
          </span>
        ),
        channels: ({ channels }) => channels ?? 'No limit',
      }}
      emptyText="Without a gateway, no calls go out or come in."
    />
  )
}
GatewaysPage.ahead = recordsAhead(gateway)
