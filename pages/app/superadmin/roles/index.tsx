import { shellPage } from '@/components/shell/shell-page'
import { RoleTable } from '@/components/staff/role-table'

export default shellPage('superadmin', RoleTable)
