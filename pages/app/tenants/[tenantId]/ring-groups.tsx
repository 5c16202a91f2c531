import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'ring-groups',
  dynamic(() => import('@/components/ring-groups/ring-group-page').then((module) => module.RingGroupPage), {
    loading: loadingPage,
  }),
)
