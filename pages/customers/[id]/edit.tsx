import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const CustomerPage = lazyPage(() =>
  import('@/components/customers/customer-page').then((module) => module.CustomerPage),
)

const EditCustomerPage: Page = () => (
  <NuqsAdapter>
    <CustomerPage editing />
  </NuqsAdapter>
)
EditCustomerPage.getLayout = shellLayout('customers', 'edit')

export default EditCustomerPage
