import { shellPage } from '@/components/shell/shell-page'
import { RolePage } from '@/components/staff/role-page'

export default shellPage('superadmin', RolePage)
