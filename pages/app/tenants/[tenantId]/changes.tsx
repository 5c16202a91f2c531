import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'changes',
  lazyPage(() => import('@/components/trail/tenant-changes').then((module) => module.TenantChanges)),
)
