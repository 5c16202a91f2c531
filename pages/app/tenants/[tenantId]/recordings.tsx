import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const RecordingsPage = lazyPage(() =>
  import('@/components/recordings/recordings-page').then((module) => module.RecordingsPage),
)

const TenantRecordingsPage: Page = () => (
  <NuqsAdapter>
    <RecordingsPage />
  </NuqsAdapter>
)
TenantRecordingsPage.getLayout = tenantLayout('recordings')

export default TenantRecordingsPage
