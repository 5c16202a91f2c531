import dynamic from 'next/dynamic'
import { preloadedPage } from '@/components/shell/lazy-page'
import { PageSkeleton } from '@/components/shell/page-skeleton'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'sales',
  preloadedPage(
    dynamic(() => import('@/components/sales/pipeline-page').then((module) => module.PipelinePage), {
      loading: PageSkeleton,
    }),
  ),
  { fromServer: true },
)
