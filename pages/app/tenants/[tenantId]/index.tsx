import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'
import { TenantOverview } from '@/components/tenants/tenant-overview'

const TenantPage: Page = () => <TenantOverview />
TenantPage.getLayout = tenantLayout('')

export default TenantPage
