import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { ProfilePage } from '@/components/device-profiles/profile-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const DeviceProfilesPage: Page = () => (
  <NuqsAdapter>
    <ProfilePage />
  </NuqsAdapter>
)
DeviceProfilesPage.getLayout = tenantLayout('device-profiles')

export default DeviceProfilesPage
