import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/time-conditions',
  lazyPage(() =>
    import('@/components/time-conditions/time-condition-page').then((module) => module.TimeConditionPage),
  ),
)
