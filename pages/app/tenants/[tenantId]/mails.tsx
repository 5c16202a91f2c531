import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'mails',
  lazyPage(() => import('@/components/mails/mail-page').then((module) => module.MailPage)),
)
