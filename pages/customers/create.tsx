import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'customers',
  lazyPage(() => import('@/components/customers/new-customer').then((module) => module.NewCustomer)),
  { action: 'create' },
)
