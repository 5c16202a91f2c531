import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'
import { StaffMemberPage } from '@/components/staff/staff-member-page'

const UserPage: Page = () => <StaffMemberPage />
UserPage.getLayout = shellLayout('superadmin')

export default UserPage
