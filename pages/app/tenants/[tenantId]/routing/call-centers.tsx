import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/call-centers',
  lazyPage(() =>
    import('@/components/call-centers/call-center-page').then((module) => module.CallCenterPage),
  ),
)
