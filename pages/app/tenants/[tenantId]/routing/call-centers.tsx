import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { CallCenterPage } from '@/components/call-centers/call-center-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const CallCentersPage: Page = () => (
  <NuqsAdapter>
    <CallCenterPage />
  </NuqsAdapter>
)
CallCentersPage.getLayout = tenantLayout('routing/call-centers')

export default CallCentersPage
