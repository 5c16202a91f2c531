import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'test-call',
  dynamic(() => import('@/components/test-call/test-call-page').then((module) => module.TestCallPage), {
    loading: loadingPage,
  }),
  { browserOnly: 'follows calls through the whole configuration' },
)
