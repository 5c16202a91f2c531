import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'billing',
  dynamic(() => import('@/components/billing/taxes-page').then((module) => module.TaxesPage), {
    loading: loadingPage,
  }),
)
