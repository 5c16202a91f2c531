import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/ivr-menus',
  lazyPage(() => import('@/components/ivr-menus/ivr-menu-page').then((module) => module.IvrMenuPage)),
)
