import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const CompaniesPage = lazyPage(() =>
  import('@/components/sales/companies-page').then((module) => module.CompaniesPage),
)

const SalesCompaniesPage: Page = () => (
  <NuqsAdapter>
    <CompaniesPage />
  </NuqsAdapter>
)
SalesCompaniesPage.getLayout = shellLayout('sales')

export default SalesCompaniesPage
