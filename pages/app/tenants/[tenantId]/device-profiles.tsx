import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'device-profiles',
  dynamic(() => import('@/components/device-profiles/profile-page').then((module) => module.ProfilePage), {
    loading: loadingPage,
  }),
)
