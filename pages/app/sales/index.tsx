import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { PipelinePage } from '@/components/sales/pipeline-page'
import { shellLayout } from '@/components/shell/shell-layout'

const SalesPage: Page = () => (
  <NuqsAdapter>
    <PipelinePage />
  </NuqsAdapter>
)
SalesPage.getLayout = shellLayout('sales')

export default SalesPage
