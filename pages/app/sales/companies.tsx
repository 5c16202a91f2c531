import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'sales',
  dynamic(() => import('@/components/sales/companies-page').then((module) => module.CompaniesPage), {
    loading: loadingPage,
  }),
)
