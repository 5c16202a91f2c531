import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { UsersPage } from '@/components/portal-users/users-page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantUsersPage: Page = () => (
  <NuqsAdapter>
    <UsersPage />
  </NuqsAdapter>
)
TenantUsersPage.getLayout = tenantLayout('users')

export default TenantUsersPage
