import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'dids/inbound',
  lazyPage(() => import('@/components/dids/inbound-page').then((module) => module.InboundPage)),
)
