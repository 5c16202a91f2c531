import dynamic from 'next/dynamic'
import { loadingPage, preloadedPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'sales',
  preloadedPage(
    dynamic(() => import('@/components/sales/pipeline-page').then((module) => module.PipelinePage), {
      loading: loadingPage,
    }),
  ),
  { fromServer: true },
)
