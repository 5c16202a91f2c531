import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'configuration-check',
  dynamic(() => import('@/components/configuration-check/check-page').then((module) => module.CheckPage), {
    loading: loadingPage,
  }),
)
