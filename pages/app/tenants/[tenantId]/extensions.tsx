import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const ExtensionsPage = lazyPage(() =>
  import('@/components/extensions/extensions-page').then((module) => module.ExtensionsPage),
)

const TenantExtensionsPage: Page = () => (
  <NuqsAdapter>
    <ExtensionsPage />
  </NuqsAdapter>
)
TenantExtensionsPage.getLayout = tenantLayout('extensions')

export default TenantExtensionsPage
