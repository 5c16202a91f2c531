import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'cdr',
  lazyPage(() => import('@/components/cdr/call-page').then((module) => module.CallPage)),
)
