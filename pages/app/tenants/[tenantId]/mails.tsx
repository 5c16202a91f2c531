import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'mails',
  dynamic(() => import('@/components/mails/mail-page').then((module) => module.MailPage), {
    loading: loadingPage,
  }),
)
