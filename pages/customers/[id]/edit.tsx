import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { CustomerPage } from '@/components/customers/customer-page'
import type { Page } from '@/components/page'
import { shellLayout } from '@/components/shell/shell-layout'

const EditCustomerPage: Page = () => (
  <NuqsAdapter>
    <CustomerPage editing />
  </NuqsAdapter>
)
EditCustomerPage.getLayout = shellLayout('customers', 'edit')

export default EditCustomerPage
