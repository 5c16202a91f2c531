import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { AccessOverview } from '@/components/staff/access-overview'

const SuperAdminPage: Page = () => (
  <NuqsAdapter>
    <AccessOverview />
  </NuqsAdapter>
)
SuperAdminPage.getLayout = shellLayout('superadmin')

export default SuperAdminPage
