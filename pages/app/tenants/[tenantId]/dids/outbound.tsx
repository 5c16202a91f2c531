import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const OutboundPage = lazyPage(() =>
  import('@/components/outbound/outbound-page').then((module) => module.OutboundPage),
)

const TenantOutboundPage: Page = () => (
  <NuqsAdapter>
    <OutboundPage />
  </NuqsAdapter>
)
TenantOutboundPage.getLayout = tenantLayout('dids/outbound')

export default TenantOutboundPage
