import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TimeConditionPage = lazyPage(() =>
  import('@/components/time-conditions/time-condition-page').then((module) => module.TimeConditionPage),
)

const TimeConditions: Page = () => (
  <NuqsAdapter>
    <TimeConditionPage />
  </NuqsAdapter>
)
TimeConditions.getLayout = tenantLayout('routing/time-conditions')

export default TimeConditions
