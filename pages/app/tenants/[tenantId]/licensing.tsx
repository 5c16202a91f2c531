import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'licensing',
  lazyPage(() => import('@/components/licensing/licensing-page').then((module) => module.LicensingPage)),
)
