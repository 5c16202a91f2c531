import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'licensing',
  dynamic(() => import('@/components/licensing/licensing-page').then((module) => module.LicensingPage), {
    loading: loadingPage,
  }),
)
