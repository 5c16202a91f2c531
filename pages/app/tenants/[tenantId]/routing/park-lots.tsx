import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/park-lots',
  lazyPage(() => import('@/components/park-lots/park-lot-page').then((module) => module.ParkLotPage)),
)
