import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/fax-boxes',
  dynamic(() => import('@/components/fax-boxes/fax-box-page').then((module) => module.FaxBoxPage), {
    loading: loadingPage,
  }),
)
