import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'reports',
  dynamic(() => import('@/components/reports/report-page').then((module) => module.ReportPage), {
    loading: loadingPage,
  }),
)
