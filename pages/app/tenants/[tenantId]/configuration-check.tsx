import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'configuration-check',
  lazyPage(() => import('@/components/configuration-check/check-page').then((module) => module.CheckPage)),
)
