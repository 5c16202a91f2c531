import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import type { Page } from '@/components/page'
import { CompaniesPage } from '@/components/sales/companies-page'
import { shellLayout } from '@/components/shell/shell-layout'

const SalesCompaniesPage: Page = () => (
  <NuqsAdapter>
    <CompaniesPage />
  </NuqsAdapter>
)
SalesCompaniesPage.getLayout = shellLayout('sales')

export default SalesCompaniesPage
