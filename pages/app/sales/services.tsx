import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'sales',
  lazyPage(() => import('@/components/sales/services-page').then((module) => module.ServicesPage)),
)
