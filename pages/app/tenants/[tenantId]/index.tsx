import { TenantOverview } from '@/components/tenants/tenant-overview'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage('', TenantOverview)
