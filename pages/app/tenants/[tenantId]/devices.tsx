import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'devices',
  lazyPage(() => import('@/components/devices/device-page').then((module) => module.DevicePage)),
)
