import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const DevicePage = lazyPage(() =>
  import('@/components/devices/device-page').then((module) => module.DevicePage),
)

const DevicesPage: Page = () => (
  <NuqsAdapter>
    <DevicePage />
  </NuqsAdapter>
)
DevicesPage.getLayout = tenantLayout('devices')

export default DevicesPage
