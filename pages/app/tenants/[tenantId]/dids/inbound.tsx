import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const InboundPage = lazyPage(() =>
  import('@/components/dids/inbound-page').then((module) => module.InboundPage),
)

const TenantInboundPage: Page = () => (
  <NuqsAdapter>
    <InboundPage />
  </NuqsAdapter>
)
TenantInboundPage.getLayout = tenantLayout('dids/inbound')

export default TenantInboundPage
