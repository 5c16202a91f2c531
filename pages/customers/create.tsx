import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { NewCustomer } from '@/components/customers/new-customer'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const NewCustomerPage: Page = () => (
  <NuqsAdapter>
    <NewCustomer />
  </NuqsAdapter>
)
NewCustomerPage.getLayout = shellLayout('customers', 'create')

export default NewCustomerPage
