import dynamic from 'next/dynamic'
import { preloadedPage } from '@/components/shell/lazy-page'
import { PageSkeleton } from '@/components/shell/page-skeleton'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'numbers',
  preloadedPage(
    dynamic(() => import('@/components/numbers/numbers-page').then((module) => module.NumbersPage), {
      loading: PageSkeleton,
    }),
  ),
  { fromServer: true },
)
