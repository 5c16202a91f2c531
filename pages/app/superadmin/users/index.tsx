import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { StaffTable } from '@/components/staff/staff-table'

const UsersPage: Page = () => (
  <NuqsAdapter>
    <StaffTable />
  </NuqsAdapter>
)
UsersPage.getLayout = shellLayout('superadmin')

export default UsersPage
