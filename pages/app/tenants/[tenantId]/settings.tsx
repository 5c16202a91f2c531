import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'settings',
  lazyPage(() => import('@/components/tenant-settings/settings-page').then((module) => module.SettingsPage)),
)
