import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'billing',
  dynamic(() => import('@/components/billing/rates-page').then((module) => module.RatesPage), {
    loading: loadingPage,
  }),
)
