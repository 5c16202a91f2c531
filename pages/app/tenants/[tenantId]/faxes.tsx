import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'faxes',
  lazyPage(() => import('@/components/faxes/fax-page').then((module) => module.FaxPage)),
)
