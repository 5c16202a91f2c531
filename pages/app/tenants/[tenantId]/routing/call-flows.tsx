import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { CallFlowPage } from '@/components/call-flows/call-flow-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const CallFlowsPage: Page = () => (
  <NuqsAdapter>
    <CallFlowPage />
  </NuqsAdapter>
)
CallFlowsPage.getLayout = tenantLayout('routing/call-flows')

export default CallFlowsPage
