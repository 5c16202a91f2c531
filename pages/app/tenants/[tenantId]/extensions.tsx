import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'extensions',
  lazyPage(() => import('@/components/extensions/extensions-page').then((module) => module.ExtensionsPage)),
)
