import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { CallPage } from '@/components/cdr/call-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const CdrPage: Page = () => (
  <NuqsAdapter>
    <CallPage />
  </NuqsAdapter>
)
CdrPage.getLayout = tenantLayout('cdr')

export default CdrPage
