import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const OpportunityPage = lazyPage(() =>
  import('@/components/sales/opportunity-page').then((module) => module.OpportunityPage),
)

const OneOpportunityPage: Page = () => (
  <NuqsAdapter>
    <OpportunityPage />
  </NuqsAdapter>
)
OneOpportunityPage.getLayout = shellLayout('sales')

export default OneOpportunityPage
