import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'call-map',
  lazyPage(() => import('@/components/call-map/call-map-page').then((module) => module.CallMapPage)),
)
