import dynamic from 'next/dynamic'
import { fetchedAtOnce } from '@/components/shell/lazy-page'
import { PageSkeleton } from '@/components/shell/page-skeleton'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'sales',
  fetchedAtOnce(
    dynamic(() => import('@/components/sales/pipeline-page').then((module) => module.PipelinePage), {
      loading: PageSkeleton,
    }),
  ),
  { fromServer: true },
)
