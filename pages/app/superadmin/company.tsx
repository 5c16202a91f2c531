import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'superadmin',
  lazyPage(() => import('@/components/company/company-page').then((module) => module.CompanyPage)),
)
