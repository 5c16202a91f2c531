import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'customers',
  dynamic(() => import('@/components/customers/customer-list').then((module) => module.CustomerList), {
    loading: loadingPage,
  }),
)
