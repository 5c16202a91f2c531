import { shellPage } from '@/components/shell/shell-page'
import { AccessOverview } from '@/components/staff/access-overview'

export default shellPage('superadmin', AccessOverview)
