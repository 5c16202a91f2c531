import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'dids/outbound',
  lazyPage(() => import('@/components/outbound/outbound-page').then((module) => module.OutboundPage)),
)
