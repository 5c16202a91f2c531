import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'test-call',
  lazyPage(() => import('@/components/test-call/test-call-page').then((module) => module.TestCallPage)),
)
