import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/conference-rooms',
  lazyPage(() =>
    import('@/components/conference-rooms/conference-room-page').then((module) => module.ConferenceRoomPage),
  ),
)
