import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/ivr-menus',
  dynamic(() => import('@/components/ivr-menus/ivr-menu-page').then((module) => module.IvrMenuPage), {
    loading: loadingPage,
  }),
)
