import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'changes',
  dynamic(() => import('@/components/trail/tenant-changes').then((module) => module.TenantChanges), {
    loading: loadingPage,
  }),
)
