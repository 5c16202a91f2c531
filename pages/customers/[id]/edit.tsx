import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

const CustomerPage = lazyPage(() =>
  import('@/components/customers/customer-page').then((module) => module.CustomerPage),
)

export default shellPage('customers', () => <CustomerPage editing />, { action: 'edit' })
