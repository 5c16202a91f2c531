import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { TenantTable } from '@/components/tenants/tenant-table'

const TenantsPage: Page = () => (
  <NuqsAdapter>
    <TenantTable />
  </NuqsAdapter>
)
TenantsPage.getLayout = shellLayout('tenants')

export default TenantsPage
