import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { SettingsPage } from '@/components/tenant-settings/settings-page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantSettingsPage: Page = () => (
  <NuqsAdapter>
    <SettingsPage />
  </NuqsAdapter>
)
TenantSettingsPage.getLayout = tenantLayout('settings')

export default TenantSettingsPage
