import { LicensingPage } from '@/components/licensing/licensing-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const TenantLicensingPage: Page = () => <LicensingPage />
TenantLicensingPage.getLayout = tenantLayout('licensing')

export default TenantLicensingPage
