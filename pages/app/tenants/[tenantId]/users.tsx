import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const UsersPage = lazyPage(() =>
  import('@/components/portal-users/users-page').then((module) => module.UsersPage),
)

const TenantUsersPage: Page = () => (
  <NuqsAdapter>
    <UsersPage />
  </NuqsAdapter>
)
TenantUsersPage.getLayout = tenantLayout('users')

export default TenantUsersPage
