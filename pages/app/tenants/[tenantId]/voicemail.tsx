import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'voicemail',
  dynamic(() => import('@/components/voicemail/voicemail-page').then((module) => module.VoicemailPage), {
    loading: loadingPage,
  }),
)
