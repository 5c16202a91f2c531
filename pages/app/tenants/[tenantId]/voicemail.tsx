import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'voicemail',
  lazyPage(() => import('@/components/voicemail/voicemail-page').then((module) => module.VoicemailPage)),
)
