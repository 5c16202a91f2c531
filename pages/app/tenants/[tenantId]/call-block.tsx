import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const CallBlockPage = lazyPage(() =>
  import('@/components/call-block/call-block-page').then((module) => module.CallBlockPage),
)

const TenantCallBlockPage: Page = () => (
  <NuqsAdapter>
    <CallBlockPage />
  </NuqsAdapter>
)
TenantCallBlockPage.getLayout = tenantLayout('call-block')

export default TenantCallBlockPage
