import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { BillingPage } from '@/components/billing/billing-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantBillingPage: Page = () => (
  <NuqsAdapter>
    <BillingPage />
  </NuqsAdapter>
)
TenantBillingPage.getLayout = tenantLayout('billing')

export default TenantBillingPage
