import dynamic from 'next/dynamic'
import { loadingPage, preloadedPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'cdr',
  preloadedPage(
    dynamic(() => import('@/components/cdr/call-page').then((module) => module.CallPage), {
      loading: loadingPage,
    }),
  ),
  { fromServer: true },
)
