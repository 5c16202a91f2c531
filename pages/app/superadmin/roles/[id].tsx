import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { RolePage } from '@/components/staff/role-page'

const RoleDetailPage: Page = () => <RolePage />
RoleDetailPage.getLayout = shellLayout('superadmin')

export default RoleDetailPage
