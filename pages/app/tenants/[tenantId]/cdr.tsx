import { CallPage } from '@/components/cdr/call-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage('cdr', CallPage)
