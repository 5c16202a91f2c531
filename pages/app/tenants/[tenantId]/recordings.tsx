import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { RecordingsPage } from '@/components/recordings/recordings-page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantRecordingsPage: Page = () => (
  <NuqsAdapter>
    <RecordingsPage />
  </NuqsAdapter>
)
TenantRecordingsPage.getLayout = tenantLayout('recordings')

export default TenantRecordingsPage
