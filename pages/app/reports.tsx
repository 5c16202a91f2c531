import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'reports',
  lazyPage(() => import('@/components/reports/report-page').then((module) => module.ReportPage)),
)
