import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/time-conditions',
  dynamic(
    () =>
      import('@/components/time-conditions/time-condition-page').then((module) => module.TimeConditionPage),
    { loading: loadingPage },
  ),
)
