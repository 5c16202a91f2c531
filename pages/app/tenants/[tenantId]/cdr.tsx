import dynamic from 'next/dynamic'
import { preloadedPage } from '@/components/shell/lazy-page'
import { PageSkeleton } from '@/components/shell/page-skeleton'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'cdr',
  preloadedPage(
    dynamic(() => import('@/components/cdr/call-page').then((module) => module.CallPage), {
      loading: PageSkeleton,
    }),
  ),
  { fromServer: true },
)
