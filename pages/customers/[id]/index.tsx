import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'customers',
  lazyPage(() => import('@/components/customers/customer-page').then((module) => module.CustomerPage)),
)
