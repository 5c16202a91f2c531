import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/call-flows',
  lazyPage(() => import('@/components/call-flows/call-flow-page').then((module) => module.CallFlowPage)),
)
