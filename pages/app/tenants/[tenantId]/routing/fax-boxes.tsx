import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/fax-boxes',
  lazyPage(() => import('@/components/fax-boxes/fax-box-page').then((module) => module.FaxBoxPage)),
)
