import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { InboundPage } from '@/components/dids/inbound-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantInboundPage: Page = () => (
  <NuqsAdapter>
    <InboundPage />
  </NuqsAdapter>
)
TenantInboundPage.getLayout = tenantLayout('dids/inbound')

export default TenantInboundPage
