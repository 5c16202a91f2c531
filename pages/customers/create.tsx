import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const NewCustomer = lazyPage(() =>
  import('@/components/customers/new-customer').then((module) => module.NewCustomer),
)

const NewCustomerPage: Page = () => (
  <NuqsAdapter>
    <NewCustomer />
  </NuqsAdapter>
)
NewCustomerPage.getLayout = shellLayout('customers', 'create')

export default NewCustomerPage
