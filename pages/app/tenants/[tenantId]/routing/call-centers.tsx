import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const CallCenterPage = lazyPage(() =>
  import('@/components/call-centers/call-center-page').then((module) => module.CallCenterPage),
)

const CallCentersPage: Page = () => (
  <NuqsAdapter>
    <CallCenterPage />
  </NuqsAdapter>
)
CallCentersPage.getLayout = tenantLayout('routing/call-centers')

export default CallCentersPage
