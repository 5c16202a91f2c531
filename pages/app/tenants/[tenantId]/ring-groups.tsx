import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const RingGroupPage = lazyPage(() =>
  import('@/components/ring-groups/ring-group-page').then((module) => module.RingGroupPage),
)

const RingGroupsPage: Page = () => (
  <NuqsAdapter>
    <RingGroupPage />
  </NuqsAdapter>
)
RingGroupsPage.getLayout = tenantLayout('ring-groups')

export default RingGroupsPage
