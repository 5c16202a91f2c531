import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'billing',
  lazyPage(() => import('@/components/billing/billing-page').then((module) => module.BillingPage)),
)
