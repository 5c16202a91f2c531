import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const CallFlowPage = lazyPage(() =>
  import('@/components/call-flows/call-flow-page').then((module) => module.CallFlowPage),
)

const CallFlowsPage: Page = () => (
  <NuqsAdapter>
    <CallFlowPage />
  </NuqsAdapter>
)
CallFlowsPage.getLayout = tenantLayout('routing/call-flows')

export default CallFlowsPage
