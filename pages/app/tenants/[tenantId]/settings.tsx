import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'settings',
  dynamic(() => import('@/components/tenant-settings/settings-page').then((module) => module.SettingsPage), {
    loading: loadingPage,
  }),
)
