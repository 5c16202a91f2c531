import dynamic from 'next/dynamic'
import { loadingPage, preloadedPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'extensions',
  preloadedPage(
    dynamic(() => import('@/components/extensions/extensions-page').then((module) => module.ExtensionsPage), {
      loading: loadingPage,
    }),
  ),
  { fromServer: true },
)
