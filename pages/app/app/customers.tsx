import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { CustomerList } from '@/components/customers/customer-list'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const CustomersPage: Page = () => (
  <NuqsAdapter>
    <CustomerList />
  </NuqsAdapter>
)
CustomersPage.getLayout = shellLayout('customers')

export default CustomersPage
