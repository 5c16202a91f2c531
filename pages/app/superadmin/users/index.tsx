import { shellPage } from '@/components/shell/shell-page'
import { StaffTable } from '@/components/staff/staff-table'

export default shellPage('superadmin', StaffTable)
