import dynamic from 'next/dynamic'
import { loadingPage } from '@/components/shell/loading-page'
import { shellPage } from '@/components/shell/shell-page'

export default shellPage(
  'telephony',
  dynamic(() => import('@/components/live-calls/live-calls-page').then((module) => module.LiveCallsPage), {
    loading: loadingPage,
  }),
  { browserOnly: 'calls change by the second' },
)
