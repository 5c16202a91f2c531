import { lazyPage } from '@/components/shell/lazy-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'telephony',
  lazyPage(() => import('@/components/live-calls/live-calls-page').then((module) => module.LiveCallsPage)),
)
