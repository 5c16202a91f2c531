import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'ring-groups',
  lazyPage(() => import('@/components/ring-groups/ring-group-page').then((module) => module.RingGroupPage)),
)
