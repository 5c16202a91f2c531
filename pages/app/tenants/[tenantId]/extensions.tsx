import dynamic from 'next/dynamic'
import { preloadedPage } from '@/components/shell/lazy-page'
import { PageSkeleton } from '@/components/shell/page-skeleton'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'extensions',
  preloadedPage(
    dynamic(() => import('@/components/extensions/extensions-page').then((module) => module.ExtensionsPage), {
      loading: PageSkeleton,
    }),
  ),
  { fromServer: true },
)
