import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const CustomerList = lazyPage(() =>
  import('@/components/customers/customer-list').then((module) => module.CustomerList),
)

const CustomersPage: Page = () => (
  <NuqsAdapter>
    <CustomerList />
  </NuqsAdapter>
)
CustomersPage.getLayout = shellLayout('customers')

export default CustomersPage
