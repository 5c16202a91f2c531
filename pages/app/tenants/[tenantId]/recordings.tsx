import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'recordings',
  lazyPage(() => import('@/components/recordings/recordings-page').then((module) => module.RecordingsPage)),
)
