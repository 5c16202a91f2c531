import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { tenantPage } from '@/components/tenants/tenant-page'

export default tenantPage(
  'routing/queue-board',
  dynamic(() => import('@/components/queue-board/queue-board-page').then((module) => module.QueueBoardPage), {
    loading: loadingPage,
  }),
  { browserOnly: 'calls change by the second' },
)
