import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { OutboundPage } from '@/components/outbound/outbound-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantOutboundPage: Page = () => (
  <NuqsAdapter>
    <OutboundPage />
  </NuqsAdapter>
)
TenantOutboundPage.getLayout = tenantLayout('dids/outbound')

export default TenantOutboundPage
