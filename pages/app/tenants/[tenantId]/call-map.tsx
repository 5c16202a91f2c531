import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'call-map',
  dynamic(() => import('@/components/call-map/call-map-page').then((module) => module.CallMapPage), {
    loading: loadingPage,
  }),
  { browserOnly: 'follows calls through the whole configuration' },
)
