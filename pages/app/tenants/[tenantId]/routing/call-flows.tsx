import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/call-flows',
  dynamic(() => import('@/components/call-flows/call-flow-page').then((module) => module.CallFlowPage), {
    loading: loadingPage,
  }),
)
