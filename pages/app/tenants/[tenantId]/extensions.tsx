import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'extensions',
  dynamic(() => import('@/components/extensions/extensions-page').then((module) => module.ExtensionsPage), {
    loading: loadingPage,
  }),
)
