import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { ExtensionsPage } from '@/components/extensions/extensions-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantExtensionsPage: Page = () => (
  <NuqsAdapter>
    <ExtensionsPage />
  </NuqsAdapter>
)
TenantExtensionsPage.getLayout = tenantLayout('extensions')

export default TenantExtensionsPage
