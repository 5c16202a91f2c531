import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/conference-rooms',
  dynamic(
    () =>
      import('@/components/conference-rooms/conference-room-page').then(
        (module) => module.ConferenceRoomPage,
      ),
    { loading: loadingPage },
  ),
)
