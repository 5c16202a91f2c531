import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'users',
  dynamic(() => import('@/components/portal-users/users-page').then((module) => module.UsersPage), {
    loading: loadingPage,
  }),
)
