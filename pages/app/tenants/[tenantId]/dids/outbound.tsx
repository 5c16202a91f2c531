import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'dids/outbound',
  dynamic(() => import('@/components/outbound/outbound-page').then((module) => module.OutboundPage), {
    loading: loadingPage,
  }),
)
