import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'billing',
  lazyPage(() => import('@/components/billing/taxes-page').then((module) => module.TaxesPage)),
)
