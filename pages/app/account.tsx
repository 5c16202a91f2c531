import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'
import { SECTIONS } from '@/lib/session/permissions'

export default shellPage(
  SECTIONS,
  lazyPage(() => import('@/components/account/account-page').then((module) => module.AccountPage)),
)
