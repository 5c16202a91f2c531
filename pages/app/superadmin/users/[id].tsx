import { shellPage } from '@/components/shell/shell-page'
import { StaffMemberPage } from '@/components/staff/staff-member-page'

export default shellPage('superadmin', StaffMemberPage)
