import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const ReportPage = lazyPage(() =>
  import('@/components/reports/report-page').then((module) => module.ReportPage),
)

const ReportsPage: Page = () => (
  <NuqsAdapter>
    <ReportPage />
  </NuqsAdapter>
)
ReportsPage.getLayout = shellLayout('reports')

export default ReportsPage
