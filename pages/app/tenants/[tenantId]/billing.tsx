import { BillingPage } from '@/components/billing/billing-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage('billing', BillingPage)
