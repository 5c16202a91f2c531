import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'devices',
  dynamic(() => import('@/components/devices/device-page').then((module) => module.DevicePage), {
    loading: loadingPage,
  }),
)
