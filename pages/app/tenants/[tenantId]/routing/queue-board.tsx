import { lazyPage } from '@/components/shell/lazy-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/queue-board',
  lazyPage(() => import('@/components/queue-board/queue-board-page').then((module) => module.QueueBoardPage)),
)
