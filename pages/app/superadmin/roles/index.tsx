import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { RoleTable } from '@/components/staff/role-table'

const RolesPage: Page = () => <RoleTable />
RolesPage.getLayout = shellLayout('superadmin')

export default RolesPage
