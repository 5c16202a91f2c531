import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { RingGroupPage } from '@/components/ring-groups/ring-group-page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const RingGroupsPage: Page = () => (
  <NuqsAdapter>
    <RingGroupPage />
  </NuqsAdapter>
)
RingGroupsPage.getLayout = tenantLayout('ring-groups')

export default RingGroupsPage
