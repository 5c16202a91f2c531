import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'recordings',
  dynamic(() => import('@/components/recordings/recordings-page').then((module) => module.RecordingsPage), {
    loading: loadingPage,
  }),
)
