import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/call-centers',
  dynamic(
    () => import('@/components/call-centers/call-center-page').then((module) => module.CallCenterPage),
    { loading: loadingPage },
  ),
)
