import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/park-lots',
  dynamic(() => import('@/components/park-lots/park-lot-page').then((module) => module.ParkLotPage), {
    loading: loadingPage,
  }),
)
