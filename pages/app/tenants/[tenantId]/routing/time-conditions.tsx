import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'
import { TimeConditionPage } from '@/components/time-conditions/time-condition-page'

const TimeConditions: Page = () => (
  <NuqsAdapter>
    <TimeConditionPage />
  </NuqsAdapter>
)
TimeConditions.getLayout = tenantLayout('routing/time-conditions')

export default TimeConditions
