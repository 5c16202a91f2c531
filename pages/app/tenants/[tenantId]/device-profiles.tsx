import { NuqsAdapter } from 'nuqs/adapters/next/pages'
import { lazyPage } from '@/components/lazy-page'
import type { Page } from '@/components/page'
import { tenantLayout } from '@/components/tenants/tenant-layout'

const ProfilePage = lazyPage(() =>
  import('@/components/device-profiles/profile-page').then((module) => module.ProfilePage),
)

const DeviceProfilesPage: Page = () => (
  <NuqsAdapter>
    <ProfilePage />
  </NuqsAdapter>
)
DeviceProfilesPage.getLayout = tenantLayout('device-profiles')

export default DeviceProfilesPage
