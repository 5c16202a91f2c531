import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'users',
  lazyPage(() => import('@/components/portal-users/users-page').then((module) => module.UsersPage)),
)
