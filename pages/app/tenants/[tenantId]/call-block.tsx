import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { CallBlockPage } from '@/components/call-block/call-block-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantCallBlockPage: Page = () => (
  <NuqsAdapter>
    <CallBlockPage />
  </NuqsAdapter>
)
TenantCallBlockPage.getLayout = tenantLayout('call-block')

export default TenantCallBlockPage
