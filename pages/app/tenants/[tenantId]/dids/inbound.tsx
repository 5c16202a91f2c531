import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'dids/inbound',
  dynamic(() => import('@/components/dids/inbound-page').then((module) => module.InboundPage), {
    loading: loadingPage,
  }),
)
