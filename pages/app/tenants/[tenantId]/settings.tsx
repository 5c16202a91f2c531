import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const SettingsPage = lazyPage(() =>
  import('@/components/tenant-settings/settings-page').then((module) => module.SettingsPage),
)

const TenantSettingsPage: Page = () => (
  <NuqsAdapter>
    <SettingsPage />
  </NuqsAdapter>
)
TenantSettingsPage.getLayout = tenantLayout('settings')

export default TenantSettingsPage
