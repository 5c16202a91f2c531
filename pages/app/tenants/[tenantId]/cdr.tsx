import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'cdr',
  dynamic(() => import('@/components/cdr/call-page').then((module) => module.CallPage), {
    loading: loadingPage,
  }),
)
