import dynamic from 'next/dynamic'
import { loadingPage, preloadedPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'numbers',
  preloadedPage(
    dynamic(() => import('@/components/numbers/numbers-page').then((module) => module.NumbersPage), {
      loading: loadingPage,
    }),
  ),
  { fromServer: true },
)
