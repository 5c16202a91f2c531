import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { DevicePage } from '@/components/devices/device-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const DevicesPage: Page = () => (
  <NuqsAdapter>
    <DevicePage />
  </NuqsAdapter>
)
DevicesPage.getLayout = tenantLayout('devices')

export default DevicesPage
