import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'call-block',
  lazyPage(() => import('@/components/call-block/call-block-page').then((module) => module.CallBlockPage)),
)
