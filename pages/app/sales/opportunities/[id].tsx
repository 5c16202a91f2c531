import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { OpportunityPage } from '@/components/sales/opportunity-page'
import { shellLayout } from '@/components/shell/shell-layout'

const OneOpportunityPage: Page = () => (
  <NuqsAdapter>
    <OpportunityPage />
  </NuqsAdapter>
)
OneOpportunityPage.getLayout = shellLayout('sales')

export default OneOpportunityPage
