import { shellPage } from '@/components/shell/shell-page'
import { TenantTable } from '@/components/tenants/tenant-table'

export default shellPage('tenants', TenantTable)
