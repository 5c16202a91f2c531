import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'faxes',
  dynamic(() => import('@/components/faxes/fax-page').then((module) => module.FaxPage), {
    loading: loadingPage,
  }),
)
