import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'customers',
  dynamic(() => import('@/components/customers/customer-page').then((module) => module.CustomerPage), {
    loading: loadingPage,
  }),
)
