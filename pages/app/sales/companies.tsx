import type { Page } from '@/components/page'
import { NotBuiltYet } from '@/components/pages/not-built-yet'
import { CompanyFinder } from '@/components/sales/company-finder'
import { shellLayout } from '@/components/shell/shell-layout'
import { PageHeader } from '@/components/ui/page-header'

const SalesCompaniesPage: Page = () => (
  <>
    <PageHeader title="Companies" />
    <CompanyFinder />
    <NotBuiltYet
      holds="A list of companies with their last activity and open opportunities."
      back={{ label: 'Go to Sales', href: '/app/sales' }}
    />
  </>
)
SalesCompaniesPage.getLayout = shellLayout('sales')

export default SalesCompaniesPage
