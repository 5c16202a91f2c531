import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'billing',
  dynamic(() => import('@/components/billing/billing-page').then((module) => module.BillingPage), {
    loading: loadingPage,
  }),
)
