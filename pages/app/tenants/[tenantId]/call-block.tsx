import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'call-block',
  dynamic(() => import('@/components/call-block/call-block-page').then((module) => module.CallBlockPage), {
    loading: loadingPage,
  }),
)
