import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const CustomerPage = lazyPage(() =>
  import('@/components/customers/customer-page').then((module) => module.CustomerPage),
)

const OneCustomerPage: Page = () => (
  <NuqsAdapter>
    <CustomerPage />
  </NuqsAdapter>
)
OneCustomerPage.getLayout = shellLayout('customers')

export default OneCustomerPage
