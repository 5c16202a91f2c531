import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'numbers',
  dynamic(() => import('@/components/numbers/numbers-page').then((module) => module.NumbersPage), {
    loading: loadingPage,
  }),
)
