import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'superadmin',
  dynamic(() => import('@/components/company/company-page').then((module) => module.CompanyPage), {
    loading: loadingPage,
  }),
)
