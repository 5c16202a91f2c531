import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'device-profiles',
  lazyPage(() => import('@/components/device-profiles/profile-page').then((module) => module.ProfilePage)),
)
