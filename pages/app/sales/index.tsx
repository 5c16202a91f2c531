import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const PipelinePage = lazyPage(() =>
  import('@/components/sales/pipeline-page').then((module) => module.PipelinePage),
)

const SalesPage: Page = () => (
  <NuqsAdapter>
    <PipelinePage />
  </NuqsAdapter>
)
SalesPage.getLayout = shellLayout('sales')

export default SalesPage
