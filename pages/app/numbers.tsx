import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'numbers',
  lazyPage(() => import('@/components/numbers/numbers-page').then((module) => module.NumbersPage)),
)
