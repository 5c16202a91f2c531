import { LicensingPage } from '@/components/licensing/licensing-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage('licensing', LicensingPage)
