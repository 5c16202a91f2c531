import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { CustomerPage } from '@/components/customers/customer-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const OneCustomerPage: Page = () => (
  <NuqsAdapter>
    <CustomerPage />
  </NuqsAdapter>
)
OneCustomerPage.getLayout = shellLayout('customers')

export default OneCustomerPage
