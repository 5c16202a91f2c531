import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { ReportPage } from '@/components/reports/report-page'
import { shellLayout } from '@/components/shell/shell-layout'

const ReportsPage: Page = () => (
  <NuqsAdapter>
    <ReportPage />
  </NuqsAdapter>
)
ReportsPage.getLayout = shellLayout('reports')

export default ReportsPage
